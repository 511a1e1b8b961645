import { expect } from 'bun:test'

/**
 * Loaded before every test. `toMatchObject` of the runner takes any two dates, maps, sets, faults and patterns for the same,
 * so a test that gives it one looks at nothing there. It is refused, and says what to do.
 */
const matchers = Object.getPrototypeOf(expect({}))
const toMatchObject: (this: unknown, expected: unknown) => unknown = matchers.toMatchObject

matchers.toMatchObject = function (expected: unknown) {
  if (isIneffective(expected))
    throw new Error(
      'toMatchObject does not look into dates, maps, sets, faults and patterns: use toEqual, or datesAsText() of the harness',
    )
  return toMatchObject.call(this, expected)
}

function isIneffective(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ([Date, Map, Set, Error, RegExp].some((kind) => value instanceof kind)) return true
  return (
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
    Object.values(value).some(isIneffective)
  )
}
