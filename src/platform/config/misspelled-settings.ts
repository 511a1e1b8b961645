import type { Environment } from './config.ts'
import { fileVariableOf, SECRET_VARIABLES } from './secret-files.ts'
import { VARIABLES } from './variables.ts'

/** Variables of our name that are not settings of the service. */
const OTHER_LYCEUM_VARIABLES = /^LYCEUM_(ADMIN_PASSWORD|COMMIT|TEST_\w+)$/
/** A shorter name has too many neighbours among the variables of other programs, such as POST and HOSTS. */
const MIN_LENGTH = 6

/** Sentences about variables that are no settings but look like one. Other programs have variables too, so none is an error. */
export function findMisspelledSettings(environment: Environment): string[] {
  const known = [...Object.keys(VARIABLES), ...SECRET_VARIABLES.map(fileVariableOf)]
  const names = new Set(known)
  const warnings: string[] = []
  for (const name of Object.keys(environment)) {
    if (names.has(name) || OTHER_LYCEUM_VARIABLES.test(name)) continue
    const meant = nearestName(name, known)
    if (meant) warnings.push(`${name} is not a setting: did you mean ${meant}?`)
    else if (name.startsWith('LYCEUM_'))
      warnings.push(`${name} is not a setting: docs/operations.md lists all of them`)
  }
  return warnings
}

function nearestName(given: string, known: string[]): string | undefined {
  const name = given.toUpperCase()
  let nearest: { name: string; edits: number } | undefined
  for (const candidate of known) {
    if (candidate.length < MIN_LENGTH) continue
    // A long name may have two typing errors.
    const limit = candidate.length < 10 ? 1 : 2
    if (Math.abs(candidate.length - name.length) > limit) continue
    const edits = countEdits(name, candidate)
    if (edits <= limit && (!nearest || edits < nearest.edits)) nearest = { name: candidate, edits }
  }
  return nearest?.name
}

/** The number of characters that are added, left out, replaced, or exchanged with the next one. */
function countEdits(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      const isExchanged =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isExchanged) edits = Math.min(edits, beforeLast[column - 2]! + 1)
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[other.length]!
}
