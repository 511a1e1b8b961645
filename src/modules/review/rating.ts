import type { ReviewRating } from './scheduler.ts'

/** An answer is slow above this multiple of the learner's median. */
const SLOW_FACTOR = 2
/** A median of fewer answers says little. */
const MIN_TIMES = 5
/** The number of times that the median is taken from. */
const MAX_TIMES = 25

interface RatedAnswer {
  isCorrect: boolean
  usedHint: boolean
  timeMs: number | null
  /** The learner has never answered this card. */
  isFirstSight: boolean
  /** The times of the learner's last answers. */
  recentTimesMs: readonly number[]
}

/** Derives the rating from the answer. */
export function rateAnswer({
  isCorrect,
  usedHint,
  timeMs,
  isFirstSight,
  recentTimesMs,
}: RatedAnswer): ReviewRating {
  if (!isCorrect) return 'AGAIN'
  if (usedHint || isSlow(timeMs, recentTimesMs)) return 'HARD'
  return isFirstSight ? 'EASY' : 'GOOD'
}

function isSlow(timeMs: number | null, recentTimesMs: readonly number[]): boolean {
  if (timeMs === null || recentTimesMs.length < MIN_TIMES) return false
  return timeMs > SLOW_FACTOR * medianOf(recentTimesMs)
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the last times with a new one. */
export function appendTime(times: readonly number[], timeMs: number | null): number[] {
  return timeMs === null ? [...times] : [...times, timeMs].slice(-MAX_TIMES)
}
