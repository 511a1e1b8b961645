import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteExpiredUserStates } from './queries.ts'

/** Deletes user states of promotions that ended and were not changed since; the statistics stay. */
export async function applyPromotionRetention(
  db: Db,
  { campaignViewsKeepDays }: Pick<Config['retention'], 'campaignViewsKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = addMs(now, -campaignViewsKeepDays * DAY_MS)
  await deleteInBatches('promotion_user_state', (limit) => deleteExpiredUserStates(db, before, limit), {
    signal,
  })
}
