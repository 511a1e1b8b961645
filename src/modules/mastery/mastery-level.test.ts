import { describe, expect, test } from 'bun:test'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import { DAYS_BEFORE_DECAY, DECAY_HALF_LIFE_DAYS, decayedRating, levelOf } from './mastery-level.ts'
import { rateAnswer, START_RATING } from './public/elo.ts'

const since = new Date('2026-11-02T12:00:00Z')
const after = (days: number) => ({ since, now: addMs(since, days * DAY_MS) })

describe('levelOf', () => {
  test.each([
    [999, 100, 'NOVICE'],
    [1000, 3, 'BEGINNER'],
    [1075, 6, 'COMPETENT'],
    [1150, 12, 'PROFICIENT'],
    [1249, 24, 'PROFICIENT'],
    [1250, 24, 'MASTER'],
  ])('a rating of %d after %d answers is %s', (rating, answers, level) => {
    expect(levelOf({ rating, answers })).toBe(level as never)
  })

  test('few answers give a low level, however high the rating is', () => {
    expect([0, 2, 3, 6, 12, 23, 24].map((answers) => levelOf({ rating: 1500, answers }))).toEqual([
      'NOVICE',
      'NOVICE',
      'BEGINNER',
      'COMPETENT',
      'PROFICIENT',
      'PROFICIENT',
      'MASTER',
    ])
  })

  test('right answers reach the highest level, and wrong ones lose it again', () => {
    let learner = { rating: START_RATING, answers: 0 }
    const answerAll = (count: number, isCorrect: boolean) => {
      for (let turn = 0; turn < count; turn++)
        learner = rateAnswer({
          learner,
          question: { rating: 1050, answers: 1_000 },
          guessFloor: 0.25,
          isCorrect,
          isRepeat: false,
        }).learner
    }
    answerAll(40, true)
    expect(levelOf(learner)).toBe('MASTER')
    answerAll(6, false)
    expect(['BEGINNER', 'COMPETENT', 'PROFICIENT', 'NOVICE']).toContain(levelOf(learner))
  })
})

describe('decayedRating', () => {
  test('a rating stays for 30 days, and then its distance from the start halves every 90 days', () => {
    expect(decayedRating(1400, after(DAYS_BEFORE_DECAY))).toBe(1400)
    expect(decayedRating(1400, after(DAYS_BEFORE_DECAY + DECAY_HALF_LIFE_DAYS))).toBeCloseTo(1200)
    expect(decayedRating(1400, after(DAYS_BEFORE_DECAY + 2 * DECAY_HALF_LIFE_DAYS))).toBeCloseTo(1100)
  })

  test('a rating at or below the start does not change with time', () => {
    expect(decayedRating(START_RATING, after(1_000))).toBe(START_RATING)
    expect(decayedRating(700, after(1_000))).toBe(700)
  })

  test('an answer that is older than the last one does not change the rating', () => {
    expect(decayedRating(1400, after(-100))).toBe(1400)
  })
})
