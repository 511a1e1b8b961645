export interface Day {
  day: string
  enrolled: number
  completed: number
}

export interface DayGroup {
  /** The first and the last day of the group. */
  from: string
  to: string
  enrolled: number
  completed: number
}

const MOST_COLUMNS = 62
const WEEK = 7

/**
 * The days as columns of a chart: each day of a short period, and weeks of a long one. Days before the first learner are
 * left out if the period has no beginning.
 */
export function groupDays(days: readonly Day[], hasBeginning: boolean): DayGroup[] {
  const first = hasBeginning ? 0 : days.findIndex(({ enrolled, completed }) => enrolled + completed > 0)
  const shown = first < 0 ? [] : days.slice(first)
  const size = shown.length > MOST_COLUMNS ? WEEK : 1
  const groups: DayGroup[] = []
  for (let at = 0; at < shown.length; at += size) {
    const group = shown.slice(at, at + size)
    groups.push({
      from: group[0]!.day,
      to: group.at(-1)!.day,
      enrolled: group.reduce((sum, day) => sum + day.enrolled, 0),
      completed: group.reduce((sum, day) => sum + day.completed, 0),
    })
  }
  return groups
}
