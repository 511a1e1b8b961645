import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import { deleteInBatches } from '../../platform/retention.ts'

/** Deletes journal pages of battles that ended long ago, and processes that died long ago. Results stay. */
export async function runBattleRetention(
  db: Db,
  { battleMovesKeepDays }: Pick<Config['retention'], 'battleMovesKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = addMs(now, -battleMovesKeepDays * DAY_MS)
  await deleteInBatches('battle_journal_page', (limit) => deleteOldPages(db, before, limit), { signal })
  await db`delete from battle_process where lease_expires_at < clock_timestamp() - interval '1 day'`
}

/** A battle that ended before `before` was created before it too, so the primary key finds the pages. */
async function deleteOldPages(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from battle_journal_page where ctid = any(array(
      select page.ctid from battle_journal_page as page join battle_room as room on room.id = page.room_id
      where page.room_id < ${smallestIdAt(before)} and room.ended_at < ${before}
      order by page.room_id limit ${limit} for update of page skip locked
    )) returning 1`
  return rows.length
}
