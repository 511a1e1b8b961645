import { DAY_MS } from '../../platform/clock.ts'

export const PERIODS = ['week', 'month', 'all-time'] as const
export type Period = (typeof PERIODS)[number]

/** One ranking: a period, by the day that it begins on (UTC). */
export interface Board {
  period: Period
  startsOn: string
}

/** What is ranked from when to when; the end is the first moment after it. */
interface Span {
  start: Date
  end: Date
}

export const ALL_TIME: Board = { period: 'all-time', startsOn: '1970-01-01' }

/** The ISO week, from Monday 00:00 UTC. */
function weekOf(at: Date): Span {
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  const daysSinceMonday = (at.getUTCDay() + 6) % 7
  const start = day - daysSinceMonday * DAY_MS
  return { start: new Date(start), end: new Date(start + 7 * DAY_MS) }
}

function monthOf(at: Date): Span {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) }
}

export function spanOf(period: Exclude<Period, 'all-time'>, at: Date): Span {
  return period === 'week' ? weekOf(at) : monthOf(at)
}

export function boardOf(period: Period, at: Date): Board {
  if (period === 'all-time') return ALL_TIME
  return { period, startsOn: spanOf(period, at).start.toISOString().slice(0, 10) }
}
