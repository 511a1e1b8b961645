import { expect, test } from 'bun:test'

test.each([new Date(1), new Map(), new Set(), new Error('x'), /x/])(
  'nothing is said to match by %p',
  (value) => {
    expect(() => expect({ in: [{ value }] }).toMatchObject({ in: [{ value }] })).toThrow('does not look into')
  },
)

test('what is looked into matches as ever', () => {
  expect({ one: 1, two: { three: 3, four: 4 } }).toMatchObject({ two: { three: 3 } })
  expect(() => expect({ one: 1 }).toMatchObject({ one: 2 })).toThrow()
  expect({ one: 1 }).toMatchObject({ one: expect.any(Number) })
})
