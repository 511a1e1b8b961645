import { defineJob } from '../../platform/jobs/declare.ts'
import type { OrderId } from './orders/order.ts'

/**
 * A hint that an order is due; the sweep finds it too. It is of one appointment: when the order has been looked at since,
 * the next one has a job of its own, and this one has nothing to do.
 */
export const advanceOrderJob = defineJob<{ orderId: OrderId; checkAt?: string }>('payments.advance_order', {
  retries: 0,
})

export const sweepOrdersJob = defineJob<Record<string, never>>('payments.sweep_orders', {
  retries: 0,
  concurrency: 1,
})
