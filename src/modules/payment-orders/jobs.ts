import { defineJob } from '../../platform/transaction/define-job.ts'
import type { OrderId } from './public/order.ts'

/**
 * A hint that an order is due; the sweep finds it too. It is of one appointment: when the order has been looked at since,
 * the next one has a job of its own, and this one has nothing to do.
 */
export const reconcileOrderJob = defineJob<{ orderId: OrderId; checkAt?: string }>(
  'payment_orders.reconcile_order',
  {
    retries: 0,
  },
)

export const reconcileDueOrdersJob = defineJob<Record<string, never>>('payment_orders.reconcile_due_orders', {
  retries: 0,
  concurrency: 1,
})
