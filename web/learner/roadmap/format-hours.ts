const MINUTES_PER_HOUR = 60
/** From here on, minutes say nothing about an estimate. */
const WHOLE_HOURS_FROM = 10

/** An estimate in the words of the language: "45 min", "1 hr 15 min", "12 hr". */
export function formatHours(locale: string, hours: number): string {
  const minutes = Math.round(hours * MINUTES_PER_HOUR)
  const whole = hours >= WHOLE_HOURS_FROM ? Math.ceil(hours) : Math.floor(minutes / MINUTES_PER_HOUR)
  const rest = hours >= WHOLE_HOURS_FROM ? 0 : minutes % MINUTES_PER_HOUR
  const format = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const parts = [
    ...(whole > 0 ? [format(whole, 'hour')] : []),
    ...(rest > 0 || whole === 0 ? [format(rest, 'minute')] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(parts)
}
