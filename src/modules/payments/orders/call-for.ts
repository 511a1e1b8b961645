import type { Tx } from '../../../platform/tx.ts'
import { advanceOrderJob } from '../jobs.ts'
import type { OrderId } from './order.ts'
import { updateCheckAt } from './queries.ts'

/** The provider is to be asked about the order now. However often this is said, one job takes it up. */
export async function callFor(tx: Tx, orderId: OrderId, now: Date): Promise<void> {
  await updateCheckAt(tx, orderId, now)
  tx.enqueue(advanceOrderJob, { orderId, checkAt: now.toISOString() })
}
