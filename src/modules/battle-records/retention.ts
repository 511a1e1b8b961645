import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteDeadProcesses, deleteOldDailyXp, deleteOldPages } from './public/journal-pages.ts'

/** Only the cap of today is ever asked for; whose clock is wrong is forgiven a few days. */
const DAILY_XP_RETENTION_MS = 7 * DAY_MS

/** Forgets how old battles went, move by move; what came of them stays. */
export async function runBattleRetention(
  db: Db,
  { battleMovesKeepDays }: Pick<Config['retention'], 'battleMovesKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = addMs(now, -battleMovesKeepDays * DAY_MS)
  const daysBefore = addMs(now, -DAILY_XP_RETENTION_MS)
  await deleteInBatches('battle_journal_page', (limit) => deleteOldPages(db, before, limit), { signal })
  await deleteInBatches('battle_daily_xp', (limit) => deleteOldDailyXp(db, daysBefore, limit), { signal })
  await deleteDeadProcesses(db)
}
