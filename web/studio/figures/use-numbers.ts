import { useText } from '../use-text.ts'

/** Numbers that may be hidden, because they would tell what single learners did. */
export function useNumbers() {
  const { number, locale, date } = useText()
  const format = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value)
  return {
    number,
    /** From 0 to 1. */
    share: (value: number | null) => (value === null ? '–' : format(value, { style: 'percent' })),
    decimal: (value: number | null, digits = 1) =>
      value === null ? '–' : format(value, { maximumFractionDigits: digits }),
    duration: (seconds: number | null) => {
      if (seconds === null) return '–'
      const [value, unit] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute']
      return format(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
    },
    day: (day: string) =>
      date(new Date(`${day}T12:00:00Z`), {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      }),
  }
}
