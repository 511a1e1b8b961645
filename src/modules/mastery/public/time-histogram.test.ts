import { describe, expect, test } from 'bun:test'
import {
  addHistograms,
  countTimes,
  emptyHistogram,
  medianSeconds,
  type TimeHistogram,
  withTime,
} from './time-histogram.ts'

const histogramOf = (times: number[]) =>
  times.reduce<TimeHistogram | null>((histogram, seconds) => withTime(histogram, seconds), null)

describe('a histogram of times', () => {
  test('has no median without a time', () => {
    expect([medianSeconds(null), medianSeconds(emptyHistogram()), countTimes(null)]).toEqual([null, null, 0])
  })

  test('has a median that is off by less than its bucket', () => {
    const steps = [0.4, 1, 2.5, 5, 7, 9, 12, 14, 19, 24, 29, 35, 50, 75, 100, 150, 240, 500]
    for (const median of steps) {
      const times = [median / 3, median, median, median, median * 3]
      const found = medianSeconds(histogramOf(times))!
      expect(Math.abs(found - median)).toBeLessThanOrEqual(Math.max(1, median * 0.7))
    }
  })

  test('counts a time at a limit in the bucket above it, and each longer one in the last', () => {
    expect(histogramOf([1])!.indexOf(1)).toBe(1)
    expect(histogramOf([600, 5_000, 86_400])!.at(-1)).toBe(3)
    expect(medianSeconds(histogramOf([600, 5_000, 86_400]))).toBe(600)
  })

  test('adds up', () => {
    const [one, other] = [histogramOf([3, 30])!, histogramOf([3, 300])!]
    expect(addHistograms(one, other)).toEqual(histogramOf([3, 3, 30, 300])!)
    expect(countTimes(addHistograms(one, other))).toBe(4)
  })
})
