import { z } from '../../platform/zod.ts'
import { addDays, type Day, dayOf, listDays } from './day.ts'

export const INTERVALS = ['day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

const DEFAULT_DAYS = 30
const MAX_DAYS = 1_096

const DaySchema = z.iso.date().refine((day) => day >= '2000-01-01' && day <= '2999-12-31', {
  message: 'must be a day from 2000 to 2999',
})

export const Format = z
  .enum(['json', 'csv'])
  .default('json')
  .openapi({ description: '`csv` returns a file instead (RFC 4180)', example: 'json' })

/** The query of an endpoint, which may have more fields. */
export const PeriodFields = z.object({
  from: DaySchema.optional().openapi({
    description:
      'The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned',
  }),
  to: DaySchema.optional().openapi({ description: 'The last day. Without it: today' }),
  interval: z
    .enum(INTERVALS)
    .default('day')
    .openapi({ description: 'What one entry is about. Weeks begin on Monday', example: 'day' }),
  format: Format,
})

export type PeriodRequest = z.output<typeof PeriodFields>

export interface Period {
  from: Day
  to: Day
  interval: Interval
}

/** Reads a period. Without `to` it ends today, and it has at most three years. */
export function readPeriod({ from, to, interval }: PeriodRequest, now: Date): Period {
  const last = to ?? dayOf(now)
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS)
  const earliest = addDays(last, 1 - MAX_DAYS)
  return { from: first < earliest ? earliest : first, to: last, interval }
}

/** The first day of the interval that contains a day. */
export function intervalOf(day: Day, interval: Interval): Day {
  if (interval === 'month') return `${day.slice(0, 8)}01`
  if (interval === 'day') return day
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** The intervals of a period with their days in it, the oldest first. */
export function intervalsOf({ from, to, interval }: Period): { start: Day; days: Day[] }[] {
  const groups = Map.groupBy(listDays(from, to), (day) => intervalOf(day, interval))
  return [...groups].map(([start, days]) => ({ start, days }))
}
