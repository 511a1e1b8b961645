import type { Pack } from '../../src/modules/authoring/public/pack.ts'

const COPIES = 5
const QUESTION_COUNT = 40
const MIN_OPTIONS = 4
/** One of four options, and the five points by which the content linter lets the longest option be better. */
const MAX_GUESSED_SHARE = 0.3

/**
 * Returns the pack with tests that nobody passes by luck: 40 questions of a pool that has every question five times. A
 * guesser passes a test of 8 questions (7 right) once in 2,600 attempts, so a test with dozens of attempts would fail once
 * in some hundred runs. Copies have their own order of options, so the share of right guesses is that of the shipped tests.
 */
export function withLongTests(pack: Pack): Pack {
  const courses = pack.courses.map((course) => ({
    ...course,
    test: { ...course.test, questionCount: QUESTION_COUNT },
    testQuestions: Array.from({ length: COPIES }, (_, copy) =>
      course.testQuestions.map((question) => ({ ...question, key: `${question.key}-${copy}` })),
    ).flat(),
  }))
  return { ...pack, courses }
}

/** An upper bound of the chance that a guesser passes any of these attempts at every test of the pack. */
export function chanceToPass({ courses }: Pack, attemptsPerCourse: number): number {
  const chances = courses.map(({ test: { questionCount, passPercent }, testQuestions }) => {
    for (const question of testQuestions) {
      const options =
        'wrong' in question ? question.wrong.length + 1 : 'options' in question && question.options.length
      if (options && options < MIN_OPTIONS) throw new Error(`${question.key} has only ${options} options`)
    }
    return chanceOfAtLeast(Math.ceil((questionCount * passPercent) / 100), questionCount)
  })
  return attemptsPerCourse * chances.reduce((sum, chance) => sum + chance, 0)
}

/** The binomial chance of so many right guesses. */
function chanceOfAtLeast(wanted: number, questions: number): number {
  let chance = (1 - MAX_GUESSED_SHARE) ** questions
  let sum = 0
  for (let right = 0; right <= questions; right++) {
    if (right >= wanted) sum += chance
    chance *= ((questions - right) / (right + 1)) * (MAX_GUESSED_SHARE / (1 - MAX_GUESSED_SHARE))
  }
  return sum
}
