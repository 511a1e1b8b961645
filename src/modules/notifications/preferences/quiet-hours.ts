import type { QuietHours } from './preference.ts'

/**
 * Returns the end of the current quiet hours, or undefined outside of them. When clocks change, an ambiguous start is the
 * earlier time and an ambiguous end the later one.
 */
export function quietUntil({ start, end }: QuietHours, zone: string, now: Date): Date | undefined {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const overnight = start > end
  // Quiet hours that began yesterday may still last.
  for (const daysAgo of [1, 0]) {
    const first = here.subtract({ days: daysAgo })
    const begin = instantOf(first, start, zone, 'earlier')
    const until = instantOf(overnight ? first.add({ days: 1 }) : first, end, zone, 'later')
    if (begin <= now.getTime() && now.getTime() < until) return new Date(until)
  }
  return undefined
}

function instantOf(day: Temporal.PlainDate, time: string, zone: string, which: 'earlier' | 'later'): number {
  return day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone, { disambiguation: which })
    .epochMilliseconds
}
