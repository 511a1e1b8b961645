import { DAY_MS } from '../../platform/clock.ts'

const BEGINS_HOUR = 22
const ENDS_HOUR = 4

/** Cached, because creating a formatter is far slower than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  return formatters.getOrInsertComputed(
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-CA', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
      }),
  )
}

/** Returns the date of the evening on which the night began, or undefined by day. */
export function nightOf(at: Date, timeZone: string): string | undefined {
  const parts = Object.fromEntries(
    formatterFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const hour = Number(parts.hour)
  if (hour < BEGINS_HOUR && hour >= ENDS_HOUR) return undefined
  const day = Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day))
  return new Date(hour < ENDS_HOUR ? day - DAY_MS : day).toISOString().slice(0, 10)
}
