import { DAY_MS, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { prune } from '../../platform/prune.ts'
import { deleteOldAudience } from './queries.ts'

/** Forgets who saw and tapped campaigns that are over and that nobody touched since; their figures stay. */
export async function tidyPromotions(
  db: Db,
  { campaignViewsKeepDays }: Pick<Config['retention'], 'campaignViewsKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = later(now, -campaignViewsKeepDays * DAY_MS)
  await prune('promotion_audience', (limit) => deleteOldAudience(db, before, limit), { signal })
}
