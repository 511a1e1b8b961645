import { expect } from 'bun:test'

/**
 * Loaded before every test. `toMatchObject` of the runner treats any two dates, maps, sets, errors and
 * patterns as equal, so such an expectation checks nothing. This rejects it with an error that names the
 * alternative.
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
