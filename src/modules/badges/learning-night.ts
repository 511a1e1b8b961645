import { DAY_MS } from '../../platform/clock.ts'

const BEGINS_HOUR = 22
const ENDS_HOUR = 4

/** Making one costs more than using it a thousand times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

/** The night that a moment belongs to, by the day of its evening; undefined by day. */
export function nightOf(at: Date, timeZone: string): string | undefined {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const hour = Number(parts.hour)
  if (hour < BEGINS_HOUR && hour >= ENDS_HOUR) return undefined
  const day = Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day))
  return new Date(hour < ENDS_HOUR ? day - DAY_MS : day).toISOString().slice(0, 10)
}
