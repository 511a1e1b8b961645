import type { Db } from '../../../platform/db/database.ts'
import { type DailyStats, listDailyStats } from '../queries.ts'
import { getPromotion } from './list-promotions.ts'
import type { PromotionId } from './promotion.ts'

type Counts = Omit<DailyStats, 'day' | 'country'>

export interface PromotionStats extends Counts {
  /** Percentage of the reached users who clicked, to one decimal. */
  clickRate: number
  byCountry: (Counts & { country: string })[]
  byDay: (Counts & { day: string })[]
}

const ZERO_COUNTS: Counts = { impressions: 0, reach: 0, clicks: 0, clickers: 0, dismissals: 0 }

/** Returns the statistics of a promotion, by day (UTC) and by country. */
export async function getPromotionStats(db: Db, promotionId: PromotionId): Promise<PromotionStats> {
  const [, stats] = await Promise.all([getPromotion(db, promotionId), listDailyStats(db, promotionId)])
  const all = sumOf(stats)
  return {
    ...all,
    clickRate: all.reach === 0 ? 0 : Math.round((1_000 * all.clickers) / all.reach) / 10,
    byCountry: groupsOf(stats, ({ country }) => country)
      .map(([country, sum]) => ({ country, ...sum }))
      .sort((one, other) => other.reach - one.reach || (one.country < other.country ? -1 : 1)),
    byDay: groupsOf(stats, ({ day }) => day).map(([day, sum]) => ({ day, ...sum })),
  }
}

function groupsOf(stats: DailyStats[], keyOf: (stat: DailyStats) => string): [string, Counts][] {
  return [...Map.groupBy(stats, keyOf)].map(([key, members]) => [key, sumOf(members)])
}

function sumOf(stats: Counts[]): Counts {
  return stats.reduce<Counts>(
    (sum, stat) => ({
      impressions: sum.impressions + stat.impressions,
      reach: sum.reach + stat.reach,
      clicks: sum.clicks + stat.clicks,
      clickers: sum.clickers + stat.clickers,
      dismissals: sum.dismissals + stat.dismissals,
    }),
    ZERO_COUNTS,
  )
}
