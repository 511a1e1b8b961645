import { DAY_MS, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteDeadProcesses, deleteOldPages } from './play/queries.ts'

const PAGES_KEPT_MS = 7 * DAY_MS

/** Forgets how old battles went, move by move; what came of them stays. */
export async function tidyBattles(db: Db, now: Date): Promise<void> {
  await deleteOldPages(db, later(now, -PAGES_KEPT_MS))
  await deleteDeadProcesses(db)
}
