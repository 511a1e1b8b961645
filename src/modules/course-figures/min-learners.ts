/** A share or a median of fewer learners would say something about one of them. */
const MIN_LEARNERS = 5

/** A part of a group from 0 to 1; null for a small group. */
export function shareOf(part: number, group: number): number | null {
  return ofGroup(part / group, { group, digits: 3 })
}

/** A rounded value about a group, such as a median; null for a small group. */
export function ofGroup(
  value: number | null,
  { group, digits }: { group: number; digits: number },
): number | null {
  if (value === null || group < MIN_LEARNERS) return null
  return Math.round(value * 10 ** digits) / 10 ** digits
}
