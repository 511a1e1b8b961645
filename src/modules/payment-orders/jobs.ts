import type { OrderId } from '../../events/payment-orders.ts'
import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'

/**
 * Reconciles one order that is due. The job is skipped if its `scheduledFor` was replaced, because the new check has its
 * own job. `reconcileDueOrdersJob` finds orders whose job was lost.
 */
export const reconcileOrderJob = defineJob<{ orderId: OrderId; scheduledFor?: string }>(
  'payment_orders.reconcile_order',
  {
    retries: 0,
  },
)

export const reconcileDueOrdersJob = defineCronJob('payment_orders.reconcile_due_orders')
