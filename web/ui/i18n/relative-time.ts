const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "5 minutes ago", "in 3 days", in the largest unit that fits; "now" within a minute. */
export function relativeTime(locale: string, at: Date, now = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of STEPS)
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  return format.format(0, 'second')
}
