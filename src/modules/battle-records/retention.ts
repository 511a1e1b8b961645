import type { AutocommitDb } from '../../platform/db/database.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import type { RetentionRule } from '../../platform/retention.ts'

/** Journal pages of battles that ended long ago, and processes that died long ago. Results stay. */
export const battleRetention: RetentionRule[] = [
  {
    table: 'battle_journal_page',
    keepDays: ({ retention }) => retention.battleMovesKeepDays,
    deleteBatch: deleteOldPages,
  },
  { table: 'battle_process', column: 'lease_expires_at', keepDays: 1, usesDatabaseClock: true },
]

/** A battle that ended before `before` was created before it too, so the primary key finds the pages. */
async function deleteOldPages(autocommitDb: AutocommitDb, before: Date, limit: number): Promise<number> {
  const rows = await autocommitDb`
    delete from battle_journal_page where ctid = any(array(
      select page.ctid from battle_journal_page as page join battle_room as room on room.id = page.room_id
      where page.room_id < ${smallestIdAt(before)} and room.ended_at < ${before}
      order by page.room_id limit ${limit} for update of page skip locked
    )) returning 1`
  return rows.length
}
