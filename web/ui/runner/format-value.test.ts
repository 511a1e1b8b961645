import { describe, expect, test } from 'bun:test'
import { formatPrinted } from './format-value.ts'

describe('formatPrinted', () => {
  test.each<[unknown[], string]>([
    [['Send', 2500, true, null, undefined, 10n, -0], 'Send 2500 true null undefined 10n -0'],
    [[[5, 'a', [1, 2]]], "[ 5, 'a', [ 1, 2 ] ]"],
    [[{ item: 'tea', 'a b': [] }, {}], "{ item: 'tea', 'a b': [] } {}"],
    [[new Map([['a', 1]]), new Set([1, 2])], "Map(1) { 'a' => 1 } Set(2) { 1, 2 }"],
    [[new RangeError('Too small')], 'RangeError: Too small'],
    [[(amount: number) => amount, function fee() {}], '[Function] [Function: fee]'],
    [
      [
        new (class Stall {
          owner = 'Amina'
        })(),
      ],
      "Stall { owner: 'Amina' }",
    ],
    [[new Date(0), /a+/g], '1970-01-01T00:00:00.000Z /a+/g'],
  ])('%p is printed as in a console', (values, printed) => {
    expect(formatPrinted(values)).toBe(printed)
  })

  test('an object that contains itself, a deep one and a long one end', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(formatPrinted([circle])).toBe('{ self: [Circular] }')
    expect(formatPrinted([[[[[[1]]]]]])).toBe('[ [ [ [ [Array] ] ] ] ]')
    expect(formatPrinted([Array.from({ length: 5_000 }, () => 0)])).toEndWith('0, … ]')
  })
})
