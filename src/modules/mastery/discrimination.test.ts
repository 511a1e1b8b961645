import { expect, test } from 'bun:test'
import { discriminationOf, MIN_ANSWERS } from './discrimination.ts'

function sumsOf(pairs: [learner: number, isCorrect: boolean][]) {
  const right = pairs.filter(([, isCorrect]) => isCorrect)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    answers: pairs.length,
    correctAnswers: right.length,
    learnerSum: sum(pairs.map(([learner]) => learner)),
    learnerSquareSum: sum(pairs.map(([learner]) => learner ** 2)),
    learnerCorrectSum: sum(right.map(([learner]) => learner)),
  }
}
const learners = Array.from({ length: MIN_ANSWERS }, (_, index) => 20 * index - 200)

test('a question that strong learners answer and weak ones miss discriminates, and a reversed one negatively', () => {
  const good = discriminationOf(sumsOf(learners.map((learner) => [learner, learner >= 0])))!
  const reversed = discriminationOf(sumsOf(learners.map((learner) => [learner, learner < 0])))!
  expect(good).toBeGreaterThan(0.8)
  expect(reversed).toBeCloseTo(-good)
})

test('the discrimination equals the correlation that was computed by hand', () => {
  // Ten learners at -1 with three right answers, ten at 1 with eight: r = (20 * 5 - 0 * 11) / sqrt(400 * 99).
  const pairs = [-1, 1].flatMap((learner) =>
    Array.from({ length: 10 }, (_, index): [number, boolean] => [learner, index < (learner < 0 ? 3 : 8)]),
  )
  expect(discriminationOf(sumsOf(pairs))).toBeCloseTo(5 / Math.sqrt(99))
})

test('there is no discrimination with few answers, without differences of learners, or if all answers are alike', () => {
  expect(discriminationOf(sumsOf(learners.slice(1).map((learner) => [learner, learner >= 0])))).toBeNull()
  expect(discriminationOf(sumsOf(learners.map((_, index) => [150, index % 2 === 0])))).toBeNull()
  expect(discriminationOf(sumsOf(learners.map((learner) => [learner, true])))).toBeNull()
})
