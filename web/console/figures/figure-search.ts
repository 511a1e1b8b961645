import { searchReader } from '../list/list-search.ts'

/** What the figures are about, and what one column of a chart is about. */
export const PERIODS = ['month', 'quarter', 'year'] as const
export const INTERVALS = ['day', 'week', 'month'] as const
export const SHOWN_ASSETS = ['GEM', 'XP'] as const

type Period = (typeof PERIODS)[number]
type Interval = (typeof INTERVALS)[number]

/** The days of a period, and the interval that suits it. */
const LOOKS = {
  month: { days: 30, interval: 'day' },
  quarter: { days: 90, interval: 'week' },
  year: { days: 365, interval: 'month' },
} as const satisfies Record<Period, { days: number; interval: Interval }>

export const daysOf = (period: Period): number => LOOKS[period].days

export const readFigureSearch = searchReader({
  period: PERIODS,
  interval: INTERVALS,
  asset: SHOWN_ASSETS,
} as const)

export interface FigurePeriod {
  from: string
  interval: Interval
}

/** The first day (UTC) of a period that ends today, and its interval. */
export function periodOf(
  { period = 'month', interval }: { period?: Period; interval?: Interval },
  now: Date,
): FigurePeriod {
  const { days, interval: usual } = LOOKS[period]
  const from = new Date(now.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return { from, interval: interval ?? usual }
}
