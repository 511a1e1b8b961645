import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'

/** Only the row of the current day is read; the margin allows for processes with a wrong clock. */
const DAILY_XP_RETENTION_MS = 7 * DAY_MS

/** Deletes the daily XP counters of past days. */
export async function runDailyXpRetention(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = addMs(now, -DAILY_XP_RETENTION_MS).toISOString().slice(0, 10)
  const deleteOldDailyXp = async (limit: number) => {
    const rows = await db`
      delete from battle_daily_xp where ctid = any(array(
        select ctid from battle_daily_xp where day < ${before}::date
        order by day limit ${limit} for update skip locked
      )) returning 1`
    return rows.length
  }
  await deleteInBatches('battle_daily_xp', deleteOldDailyXp, { signal })
}
