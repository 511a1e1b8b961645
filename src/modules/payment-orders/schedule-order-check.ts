import type { Tx } from '../../platform/transaction/tx.ts'
import { reconcileOrderJob } from './jobs.ts'
import type { OrderId } from './public/order.ts'
import { updateNextPollAt } from './queries.ts'

/** The provider is to be asked about the order now. However often this is said, one job takes it up. */
export async function scheduleOrderCheck(tx: Tx, orderId: OrderId, now: Date): Promise<void> {
  await updateNextPollAt(tx, orderId, now)
  tx.enqueue(reconcileOrderJob, { orderId, checkAt: now.toISOString() })
}
