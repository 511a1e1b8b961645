import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { endQueuedEntries, findLiveEntry } from '../battle-records/public/entries.ts'
import { refundStake } from '../battle-records/public/stakes.ts'

/** On account deletion: ends a queued entry and refunds its stake. Runs before the erasure in `battle-rooms`. */
export async function erasePersonalData(
  tx: Tx,
  { data: { userId, at } }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  const entry = await findLiveEntry(tx, userId)
  if (!entry) return
  const now = new Date(at)
  const [ended] = await endQueuedEntries(tx, { ids: [entry.id], status: 'CANCELLED', now })
  if (ended) await refundStake(tx, { entryId: ended.id, userId, stake: ended.stake, now })
}
