import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { type EntryRow, listLiveEntries } from '../battle-records/public/entries.ts'

/** The live entry of each of these users, in their order; undefined for whoever neither waits nor plays. */
export async function listLiveEntriesFor(db: Db, userIds: UserId[]): Promise<(EntryRow | undefined)[]> {
  const entries = new Map((await listLiveEntries(db, userIds)).map((entry) => [entry.userId, entry]))
  return userIds.map((userId) => entries.get(userId))
}
