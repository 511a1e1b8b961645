const UNITS = [
  { unit: 'second', seconds: 1 },
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'day', seconds: 86_400 },
] as const

/** A duration in the largest unit of which it has at least two, rounded up. */
export function durationText(seconds: number, locale: string): string {
  const { unit, seconds: size } = UNITS.findLast((one) => seconds >= 2 * one.seconds) ?? UNITS[0]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.ceil(seconds / size),
  )
}
