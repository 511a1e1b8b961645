import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listHolderRows } from './queries.ts'

/** Whose ids these are, suspended or not; of whoever has left, nothing more is to be kept. */
export async function listHolders(db: Db, userIds: UserId[]): Promise<Map<UserId, { hasLeft: boolean }>> {
  const rows = userIds.length === 0 ? [] : await listHolderRows(db, userIds)
  return new Map(rows.map(({ id, hasLeft }) => [id, { hasLeft }]))
}
