import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { seededRandom } from '../../../../test/harness/random.ts'
import { expectedSuccess, guessFloorOf, rateAnswer, START_RATING, unrateAnswer } from './elo.ts'

const start = { rating: START_RATING, answers: 0 }
const answer = (isCorrect: boolean, more: Partial<Parameters<typeof rateAnswer>[0]> = {}) =>
  rateAnswer({ learner: start, question: start, guessFloor: 0.25, isCorrect, isRepeat: false, ...more })

describe('expectedSuccess', () => {
  test('the expected success of an equal learner is a half, and the guess floor raises it', () => {
    const equal = { learner: 1000, question: 1000 }
    expect(expectedSuccess({ ...equal, guessFloor: 0 })).toBe(0.5)
    expect(expectedSuccess({ ...equal, guessFloor: 0.25 })).toBe(0.625)
    expect(expectedSuccess({ learner: 1000, question: 1400, guessFloor: 0 })).toBeCloseTo(1 / 11)
  })

  test('a learner who knows nothing guesses, so the expected success never falls below the guess floor', () => {
    expect(expectedSuccess({ learner: -5000, question: 3000, guessFloor: 0.25 })).toBeCloseTo(0.25)
  })

  test('only a single choice has a guess floor', () => {
    expect(guessFloorOf({ type: 'SINGLE_CHOICE', optionCount: 4 })).toBe(0.25)
    expect(guessFloorOf({ type: 'NUMBER', optionCount: null })).toBe(0)
  })
})

describe('rateAnswer', () => {
  test('a right answer moves the learner up and the question down, and a wrong one the other way', () => {
    const right = answer(true)
    expect(right.learner.rating).toBeGreaterThan(START_RATING)
    expect(right.question.rating).toBeLessThan(START_RATING)
    const wrong = answer(false)
    expect(wrong.learner.rating).toBeLessThan(START_RATING)
    expect(wrong.question.rating).toBeGreaterThan(START_RATING)
  })

  test('a right answer that was probably guessed moves less than the same answer without options', () => {
    const weak = { rating: 600, answers: 0 }
    const guessed = answer(true, { learner: weak }).learner.rating - weak.rating
    const typed = answer(true, { learner: weak, guessFloor: 0 }).learner.rating - weak.rating
    expect(guessed).toBeGreaterThan(0)
    expect(guessed).toBeLessThan(typed / 2)
  })

  test('a repeated question keeps its rating and moves the learner half as far', () => {
    const repeated = answer(true, { isRepeat: true })
    expect(repeated.question).toEqual(start)
    expect(repeated.learner.rating - START_RATING).toBeCloseTo(
      (answer(true).learner.rating - START_RATING) / 2,
    )
  })

  test('later answers move less', () => {
    const old = answer(true, { learner: { rating: START_RATING, answers: 100 } })
    expect(old.learner.rating - START_RATING).toBeLessThan((answer(true).learner.rating - START_RATING) / 5)
  })

  test('the ratings stay finite for any history', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 300 }),
        fc.constantFrom(0, 0.25, 0.5),
        (grades, guessFloor) => {
          let state = { learner: start, question: start }
          for (const isCorrect of grades)
            state = rateAnswer({ ...state, guessFloor, isCorrect, isRepeat: false })
          expect(Number.isFinite(state.learner.rating) && Number.isFinite(state.question.rating)).toBe(true)
        },
      ),
      { numRuns: 200, seed: 17 },
    )
  })

  test('a learner of a known strength converges to it', () => {
    const random = seededRandom(17)
    const truth = 1300
    let learner = start
    for (let turn = 0; turn < 400; turn++) {
      const question = { rating: 900 + 600 * random(), answers: 1_000 }
      const isCorrect =
        random() < expectedSuccess({ learner: truth, question: question.rating, guessFloor: 0.25 })
      learner = rateAnswer({ learner, question, guessFloor: 0.25, isCorrect, isRepeat: false }).learner
    }
    expect(Math.abs(learner.rating - truth)).toBeLessThan(100)
  })

  test('a learner who always guesses does not rise', () => {
    const random = seededRandom(18)
    let learner = start
    for (let turn = 0; turn < 400; turn++)
      learner = rateAnswer({
        learner,
        question: { rating: 1050, answers: 1_000 },
        guessFloor: 0.25,
        isCorrect: random() < 0.25,
        isRepeat: false,
      }).learner
    expect(learner.rating).toBeLessThan(START_RATING - 150)
  })
})

test('unrateAnswer gives the ratings before an answer for any ratings and answers', () => {
  const rated = fc.record({
    rating: fc.double({ min: 300, max: 2_000, noNaN: true }),
    answers: fc.integer({ min: 0, max: 500 }),
  })
  fc.assert(
    fc.property(
      rated,
      rated,
      fc.constantFrom(0, 0.25, 0.5),
      fc.boolean(),
      fc.boolean(),
      (learner, question, guessFloor, isCorrect, isRepeat) => {
        const kind = { guessFloor, isCorrect, isRepeat }
        const before = unrateAnswer({ ...rateAnswer({ learner, question, ...kind }), ...kind })
        expect(before.learner.rating).toBeCloseTo(learner.rating, 6)
        expect(before.question.rating).toBeCloseTo(question.rating, 6)
        expect([before.learner.answers, before.question.answers]).toEqual([learner.answers, question.answers])
      },
    ),
  )
})
