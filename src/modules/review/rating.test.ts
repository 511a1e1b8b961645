import { describe, expect, test } from 'bun:test'
import { appendTime, rateAnswer } from './rating.ts'

const TIMES = [1_000, 9_000, 3_000, 2_000, 4_000]
const answer = {
  isCorrect: true,
  usedHint: false,
  timeMs: 3_000,
  isFirstSight: false,
  recentTimesMs: TIMES,
}

describe('rateAnswer', () => {
  test('a wrong answer is AGAIN, also at first sight and with a hint', () => {
    expect(rateAnswer({ ...answer, isCorrect: false })).toBe('AGAIN')
    expect(rateAnswer({ ...answer, isCorrect: false, isFirstSight: true, usedHint: true })).toBe('AGAIN')
  })

  test('a right answer is GOOD, and EASY at first sight', () => {
    expect(rateAnswer(answer)).toBe('GOOD')
    expect(rateAnswer({ ...answer, isFirstSight: true })).toBe('EASY')
  })

  test('a right answer with a hint is HARD, also at first sight', () => {
    expect(rateAnswer({ ...answer, usedHint: true })).toBe('HARD')
    expect(rateAnswer({ ...answer, usedHint: true, isFirstSight: true })).toBe('HARD')
  })

  test('a right answer is slow above twice the median, and not at twice the median', () => {
    // The median of the five times is 3,000.
    expect(rateAnswer({ ...answer, timeMs: 6_000 })).toBe('GOOD')
    expect(rateAnswer({ ...answer, timeMs: 6_001 })).toBe('HARD')
    expect(rateAnswer({ ...answer, timeMs: 6_001, isFirstSight: true })).toBe('HARD')
  })

  test('the median of an even number of times is between the two in the middle', () => {
    const recentTimesMs = [...TIMES, 5_000]
    expect(rateAnswer({ ...answer, recentTimesMs, timeMs: 7_000 })).toBe('GOOD')
    expect(rateAnswer({ ...answer, recentTimesMs, timeMs: 7_001 })).toBe('HARD')
  })

  test('no answer is slow without a time or with fewer than five earlier times', () => {
    expect(rateAnswer({ ...answer, timeMs: null })).toBe('GOOD')
    expect(rateAnswer({ ...answer, timeMs: 900_000, recentTimesMs: TIMES.slice(1) })).toBe('GOOD')
  })
})

describe('appendTime', () => {
  test('the last 25 times are kept, the newest last, and a missing time adds nothing', () => {
    const times = Array.from({ length: 25 }, (_, index) => index)
    expect(appendTime(times, 99)).toEqual([...times.slice(1), 99])
    expect(appendTime([1, 2], null)).toEqual([1, 2])
  })
})
