import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listDeletionStates } from './account.ts'

/** Whose ids these are, suspended or not; of whoever has left, nothing more is to be kept. */
export async function findDeletionState(
  db: Db,
  userIds: UserId[],
): Promise<Map<UserId, { isDeleted: boolean }>> {
  const rows = userIds.length === 0 ? [] : await listDeletionStates(db, userIds)
  return new Map(rows.map(({ id, isDeleted }) => [id, { isDeleted }]))
}
