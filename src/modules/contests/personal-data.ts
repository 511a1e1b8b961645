import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listPersonalData, updateWithdrawn } from './participant-queries.ts'

/** What contests keep of a user, for the document of all their data. */
export async function exportContestPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return { contests: await listPersonalData(db, userId) }
}

/**
 * On account deletion: deletes the answers and removes the participant from ranking and prizes of undecided contests.
 * The fee stays in the pool, or is refunded to the account if the contest is cancelled.
 */
export async function eraseContestPersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await updateWithdrawn(tx, data.userId, new Date(data.at))
}
