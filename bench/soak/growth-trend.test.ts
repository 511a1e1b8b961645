import { expect, test } from 'bun:test'
import { judgeTrend, slopeOf } from './growth-trend.ts'

const points = (valueAt: (index: number) => number) =>
  Array.from({ length: 30 }, (_, index) => ({ at: index * 10, value: valueAt(index) }))

test('a line has its own slope', () => {
  expect(slopeOf(points((index) => 5 + 20 * index))).toBeCloseTo(2)
  expect(slopeOf([{ at: 0, value: 7 }])).toBe(0)
})

test('what fills up in the beginning and then stays is flat, with noise on it or not', () => {
  const filling = points((index) => (index < 8 ? 100 + 20 * index : 260 + (index % 2)))
  expect(judgeTrend(filling, { share: 0.05, units: 1 }).isFlat).toBe(true)
})

test('what goes on growing is not, however slowly it began', () => {
  const leaking = judgeTrend(
    points((index) => 200 + 2 * index),
    { share: 0.05, units: 1 },
  )
  expect(leaking.isFlat).toBe(false)
  expect(leaking.growth).toBeCloseTo(38, 0)
})

test('a few rows more or less of a queue that is nearly empty are no growth', () => {
  expect(
    judgeTrend(
      points((index) => index / 3),
      { share: 0.1, units: 50 },
    ).isFlat,
  ).toBe(true)
  expect(
    judgeTrend(
      points((index) => index * 20),
      { share: 0.1, units: 50 },
    ).isFlat,
  ).toBe(false)
})
