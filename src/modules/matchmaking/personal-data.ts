import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { endQueuedEntries, findLiveEntry } from '../battle-records/public/entries.ts'

/** On account deletion: ends a queued entry. Runs before the erasure in `battle-rooms`. */
export async function erasePersonalData(
  tx: Tx,
  { data: { userId, at } }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  const entry = await findLiveEntry(tx, userId)
  if (!entry) return
  await endQueuedEntries(tx, { ids: [entry.id], status: 'CANCELLED', now: new Date(at) })
}
