import { DAY_MS } from '../../platform/clock.ts'

export const PERIODS = ['week', 'month', 'all-time'] as const
export type Period = (typeof PERIODS)[number]

/** One ranking: a period and its first day (UTC). */
export interface Board {
  period: Period
  startsOn: string
}

/** The end is exclusive. */
interface DateRange {
  start: Date
  end: Date
}

export const ALL_TIME: Board = { period: 'all-time', startsOn: '1970-01-01' }

/** The ISO week, from Monday 00:00 UTC. */
function weekOf(at: Date): DateRange {
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  const daysSinceMonday = (at.getUTCDay() + 6) % 7
  const start = day - daysSinceMonday * DAY_MS
  return { start: new Date(start), end: new Date(start + 7 * DAY_MS) }
}

function monthOf(at: Date): DateRange {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) }
}

export function periodRange(period: Exclude<Period, 'all-time'>, at: Date): DateRange {
  return period === 'week' ? weekOf(at) : monthOf(at)
}

export function boardAt(period: Period, at: Date): Board {
  if (period === 'all-time') return ALL_TIME
  return { period, startsOn: periodRange(period, at).start.toISOString().slice(0, 10) }
}
