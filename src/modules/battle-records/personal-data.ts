import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { findRating } from './public/ratings.ts'
import { listExportedEntries } from './public/rooms.ts'

/** What battles keep of a user, for the document of all their data. */
export async function exportBattlePersonalData(db: Db, userId: UserId): Promise<unknown> {
  const [rating, entries] = await Promise.all([findRating(db, userId), listExportedEntries(db, userId)])
  return {
    rating: rating ?? null,
    // JSON knows no bigint.
    battles: entries.map((entry) => ({
      ...entry,
      stake: Number(entry.stake),
      gemsDelta: entry.gemsDelta === null ? null : Number(entry.gemsDelta),
    })),
  }
}
