import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { endQueuedEntries, findEntry } from '../battle-records/public/entries.ts'
import type { EntryId } from '../battle-records/public/ticket.ts'
import { errors } from './errors.ts'

/** Ends a queued entry, whose stake is not reserved yet. Repeatable; throws `ticket_not_queued` if the entry was matched. */
export async function cancelTicket(
  tx: Tx,
  { entryId, userId, now }: { entryId: EntryId; userId: UserId; now: Date },
): Promise<void> {
  const entry = await findEntry(tx, entryId)
  if (entry?.userId !== userId) throw commonErrors.not_found()
  const [ended] = await endQueuedEntries(tx, { ids: [entryId], status: 'CANCELLED', now })
  if (ended) return
  const status = (await findEntry(tx, entryId))!.status
  if (status !== 'CANCELLED') throw errors.ticket_not_queued({ extra: { status } })
}
