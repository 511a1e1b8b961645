import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listCountedItems, listProgress } from './queries.ts'

/** What is kept of a user's badges, for the document of all their data. */
export async function exportBadgeData(db: Db, userId: UserId): Promise<unknown> {
  return { progress: await listProgress(db, userId), marks: await listCountedItems(db, userId) }
}
