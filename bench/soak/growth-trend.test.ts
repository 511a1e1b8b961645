import { expect, test } from 'bun:test'
import { judgeTrend, slopeOf } from './growth-trend.ts'

const points = (valueAt: (index: number) => number) =>
  Array.from({ length: 30 }, (_, index) => ({ at: index * 10, value: valueAt(index) }))

test('the slope of an exact line is computed correctly', () => {
  expect(slopeOf(points((index) => 5 + 20 * index))).toBeCloseTo(2)
  expect(slopeOf([{ at: 0, value: 7 }])).toBe(0)
})

test('a measurement that rises at first and then stays constant is flat, with and without noise', () => {
  const filling = points((index) => (index < 8 ? 100 + 20 * index : 260 + (index % 2)))
  expect(judgeTrend(filling, { share: 0.05, units: 1 }).isFlat).toBe(true)
})

test('a measurement that keeps growing slowly is not flat', () => {
  const leaking = judgeTrend(
    points((index) => 200 + 2 * index),
    { share: 0.05, units: 1 },
  )
  expect(leaking.isFlat).toBe(false)
  expect(leaking.growth).toBeCloseTo(38, 0)
})

test('a few rows more or less in a nearly empty queue are not growth', () => {
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
