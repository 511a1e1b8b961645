import type { Api } from '../../../packages/client/src/lyceum.ts'

export interface WeekDay {
  /** In the format of the API. */
  date: string
  weekday: Date
  state: 'done' | 'frozen' | 'missed' | 'today' | 'future'
}

const DAY_MS = 86_400_000

/** The seven days of this week, from Monday, in the learner's time zone. */
export function weekDays(streak: Api.Streak, timeZone: string, now: Date): WeekDay[] {
  const today = dateIn(timeZone, now)
  const noon = new Date(`${today}T12:00:00Z`)
  const sinceMonday = (noon.getUTCDay() + 6) % 7
  const statusOf = new Map(streak.calendar.map(({ date, status }) => [date, status]))
  return Array.from({ length: 7 }, (_, index) => {
    const weekday = new Date(noon.getTime() + (index - sinceMonday) * DAY_MS)
    const date = weekday.toISOString().slice(0, 10)
    return { date, weekday, state: stateOf(date, today, statusOf.get(date)) }
  })
}

type DayStatus = Api.Streak['calendar'][number]['status']

function stateOf(date: string, today: string, status: DayStatus | undefined): WeekDay['state'] {
  if (status === 'DONE') return 'done'
  // A freeze or a repair covers the day.
  if (status) return 'frozen'
  if (date === today) return 'today'
  return date > today ? 'future' : 'missed'
}

/** `en-CA` writes dates as ISO 8601 does. */
function dateIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}
