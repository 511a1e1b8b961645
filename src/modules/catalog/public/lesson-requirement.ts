/**
 * What completing a lesson needs: null for nothing, 0 for an answer to every question, 1 to 100 for that share of right
 * answers in per cent.
 */
export type RequiredScore = number | null

/** The same as authors of packs write it. */
type WrittenRequirement = 'answers' | number | undefined

export function readRequirement(written: WrittenRequirement): RequiredScore {
  return written === undefined ? null : written === 'answers' ? 0 : written
}

export function writeRequirement(requiredScore: RequiredScore): { requires?: 'answers' | number } {
  return requiredScore === null ? {} : { requires: requiredScore === 0 ? 'answers' : requiredScore }
}
