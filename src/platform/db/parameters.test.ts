import { describe, expect, test } from 'bun:test'
import { checkParameters, double } from './parameters.ts'

describe('a statement parameter', () => {
  const refused: [string, unknown][] = [
    ['a fraction', 1.5],
    ['the sum 0.1 + 0.2', 0.1 + 0.2],
    ['NaN', Number.NaN],
    ['an infinity', Number.NEGATIVE_INFINITY],
    ['an unsafe integer', 2 ** 53],
    ['undefined', undefined],
    ['an uncalled function', () => 1],
    ['a list with a fraction in it', [1, 2.5]],
    ['a list with undefined in it', [1, undefined]],
  ]
  for (const [name, value] of refused) {
    test(`a parameter that is ${name} is rejected with its position in the statement`, () => {
      expect(() => checkParameters(['first', value])).toThrow(/^parameter 2 is /)
    })
  }

  test('a parameter that is an integer, bigint, text, date, bytes, null, list or object passes unchanged', () => {
    const values = [
      0,
      -0,
      2 ** 53 - 1,
      2n ** 62n,
      'text',
      new Date(0),
      new Uint8Array(2),
      null,
      [1, 2n],
      { a: 1.5 },
    ]
    expect(checkParameters(values)).toBe(values)
  })

  test('a parameter declared as double is sent as its number, and the caller’s list is unchanged', () => {
    const values = ['a', double(0.5)]
    expect(checkParameters(values)).toEqual(['a', 0.5])
    expect(values[1]).toEqual(double(0.5))
  })

  test('a parameter declared as double must be a finite number', () => {
    expect(() => double(Number.NaN)).toThrow('NaN cannot be stored')
    expect(() => double(Number.POSITIVE_INFINITY)).toThrow('Infinity cannot be stored')
  })
})
