import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { clearAuthor, deleteAnswerReader, listPersonalData, updateWithdrawn } from './participant-queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return { contests: await listPersonalData(db, userId) }
}

/**
 * On account deletion: deletes the answers and removes the participant from ranking and prizes of undecided contests.
 * The fee stays in the pool, or is refunded to the account if the contest is cancelled.
 */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await updateWithdrawn(tx, data.userId, new Date(data.at))
  await deleteAnswerReader(tx, data.userId)
  await clearAuthor(tx, data.userId)
}
