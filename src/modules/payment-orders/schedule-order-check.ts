import type { OrderId } from '../../events/payment-orders.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { reconcileOrderJob } from './jobs.ts'
import { updateNextPollAt } from './queries.ts'

/** Schedules a provider poll now. Repeated calls result in one poll. */
export async function scheduleOrderCheck(tx: Tx, orderId: OrderId, now: Date): Promise<void> {
  await updateNextPollAt(tx, orderId, now)
  tx.enqueue(reconcileOrderJob, { orderId, scheduledFor: now.toISOString() })
}
