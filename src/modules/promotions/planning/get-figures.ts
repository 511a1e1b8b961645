import type { Db } from '../../../platform/db/database.ts'
import type { PromotionId } from '../promotion.ts'
import { listTallies, type Tally } from '../queries.ts'
import { getPromotion } from './list-promotions.ts'

type Counts = Omit<Tally, 'day' | 'country'>

export interface PromotionFigures extends Counts {
  /** Of those who saw it, how many in a hundred tapped it, to one decimal. */
  clickRate: number
  byCountry: (Counts & { country: string })[]
  byDay: (Counts & { day: string })[]
}

const NOTHING: Counts = { impressions: 0, reach: 0, clicks: 0, clickers: 0, dismissals: 0 }

/** How a campaign does: how often it was seen and by how many, tapped, dismissed; by day (UTC) and by country. */
export async function getPromotionFigures(db: Db, promotionId: PromotionId): Promise<PromotionFigures> {
  const [, tallies] = await Promise.all([getPromotion(db, promotionId), listTallies(db, promotionId)])
  const all = sumOf(tallies)
  return {
    ...all,
    clickRate: all.reach === 0 ? 0 : Math.round((1_000 * all.clickers) / all.reach) / 10,
    byCountry: groupsOf(tallies, ({ country }) => country)
      .map(([country, sum]) => ({ country, ...sum }))
      .sort((one, other) => other.reach - one.reach || (one.country < other.country ? -1 : 1)),
    byDay: groupsOf(tallies, ({ day }) => day).map(([day, sum]) => ({ day, ...sum })),
  }
}

function groupsOf(tallies: Tally[], keyOf: (tally: Tally) => string): [string, Counts][] {
  return [...Map.groupBy(tallies, keyOf)].map(([key, members]) => [key, sumOf(members)])
}

function sumOf(tallies: Counts[]): Counts {
  return tallies.reduce<Counts>(
    (sum, tally) => ({
      impressions: sum.impressions + tally.impressions,
      reach: sum.reach + tally.reach,
      clicks: sum.clicks + tally.clicks,
      clickers: sum.clickers + tally.clickers,
      dismissals: sum.dismissals + tally.dismissals,
    }),
    NOTHING,
  )
}
