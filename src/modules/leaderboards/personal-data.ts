import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listHiddenReasons } from './hidden-user-queries.ts'
import { deleteMemberships, listMemberships } from './league/queries.ts'
import { hideUser } from './public/hide-user.ts'
import { listScores } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return {
    scores: await listScores(db, userId),
    absences: await listHiddenReasons(db, userId),
    leagues: await listMemberships(db, userId),
  }
}

/** Hides a deleted user on all boards, and deletes the user from the groups of the league. */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await hideUser(tx, { userId: data.userId, reason: 'DELETED', now: new Date(data.at) })
  await deleteMemberships(tx, data.userId)
}
