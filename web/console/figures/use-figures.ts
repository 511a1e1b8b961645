import { useScreenText } from '../use-text.ts'

/** Numbers, shares and days of figures, in the language of the interface. */
export function useFigures() {
  const { number, percent, date } = useScreenText()
  return {
    number,
    /** A part of a group; a dash where it is not known yet or nobody is in the group. */
    share: (part: number | null, group: number) =>
      part === null || group === 0 ? '–' : percent(Math.round((1_000 * part) / group) / 10),
    day: (day: string) =>
      date(new Date(`${day}T12:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    month: (day: string) =>
      date(new Date(`${day}T12:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  }
}
