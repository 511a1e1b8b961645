import { DAY_MS, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { prune } from '../../platform/prune.ts'
import { deleteDeadProcesses, deleteOldPages, deleteOldXpDays } from './play/queries.ts'

/** Only the cap of today is ever asked for; whose clock is wrong is forgiven a few days. */
const KEEP_XP_DAYS_MS = 7 * DAY_MS

/** Forgets how old battles went, move by move; what came of them stays. */
export async function tidyBattles(
  db: Db,
  { battleMovesKeepDays }: Pick<Config['retention'], 'battleMovesKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = later(now, -battleMovesKeepDays * DAY_MS)
  const daysBefore = later(now, -KEEP_XP_DAYS_MS)
  await prune('battle_page', (limit) => deleteOldPages(db, before, limit), { signal })
  await prune('battle_xp_day', (limit) => deleteOldXpDays(db, daysBefore, limit), { signal })
  await deleteDeadProcesses(db)
}
