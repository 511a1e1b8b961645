import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import {
  createLearningTestbed,
  type LearningTestbed,
  packOf,
} from '../../../test/harness/learning-testbed.ts'
import { stabilizeTestQuestions } from '../../../test/harness/stable-question-ids.ts'
import { testPassed } from '../../events/course-tests.ts'
import { DAY_MS, HOUR_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import * as ids from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { courseTestRoutes } from './routes.ts'

/**
 * Scripts that do not read the questions take the shipped tests as often as the pause of production allows, for a month.
 *
 * Chance alone would pass a test now and then: by a simulation of 300 months with the pools of November 2026, a script that
 * chooses the first option passes one attempt in 6,000 (7 of 8 right), which is one of the eight tests in 11 % of months.
 * One that chooses the longest option, which the content linter watches, passes none in 2,400 months of one test. So the
 * draws have seeds that depend on course, strategy and attempt, and ids of questions that depend on their keys: the test
 * has the same result in every run. If a course gets other questions, it has other draws, and passes by luck in about 1.5 %
 * of such changes: then change `SEED`.
 */
const SEED = 'farmer'
const DAYS = 30
const PAUSE_HOURS = 8
const ATTEMPTS = (DAYS * DAY_MS) / (PAUSE_HOURS * HOUR_MS)
const COURSES = 8
/** Questions of a test. All tests are passed with 80 %. */
const QUESTIONS = 8
const PASS_PERCENT = 80

let at = Date.parse('2026-11-02T12:00:00Z')
let testbed: LearningTestbed
const passed: unknown[] = []
const { newToken } = ids
/** The seed of the next attempt. */
let seed: string | undefined
const seeds = spyOn(ids, 'newToken').mockImplementation(() => seed ?? newToken())
beforeAll(async () => {
  useClock(() => at)
  testbed = await createLearningTestbed({
    pack: await packOf(join(import.meta.dir, '../../../content')),
    settings: { COURSE_TEST_PAUSE_HOURS: String(PAUSE_HOURS) },
    reactions: reactionTable([
      on(testPassed, { inTransaction: [async (_, { data }) => void passed.push(data)] }),
    ]),
    endpoints: courseTestRoutes,
  })
  await stabilizeTestQuestions(testbed.test.database.query, SEED)
})
afterAll(async () => {
  await testbed.stop()
  seeds.mockRestore()
  useSystemClock()
})

interface ShownQuestion {
  id: string
  type: string
  options?: string[]
}
type Answer = object | undefined

function longestOf(options: string[]): number {
  return options.indexOf(options.toSorted((one, other) => other.length - one.length)[0]!)
}

/** What a script answers that does not read the questions. */
const STRATEGIES: Record<string, (question: ShownQuestion) => Answer> = {
  nothing: () => undefined,
  'the longest option': ({ type, options }) =>
    type === 'SINGLE_CHOICE'
      ? { selectedOption: longestOf(options!) }
      : type === 'MULTIPLE_CHOICE'
        ? { answer: { selectedOptions: [longestOf(options!)] } }
        : undefined,
  'the first option': ({ type }) =>
    type === 'SINGLE_CHOICE'
      ? { selectedOption: 0 }
      : type === 'MULTIPLE_CHOICE'
        ? { answer: { selectedOptions: [0] } }
        : undefined,
}

/**
 * Of the average score, in per cent. With the questions of November 2026, it is 0, 21.1 and 21.9, and the best score of a
 * guesser is 62. A guess is right in one of four single-choice questions; others are never right.
 */
const AVERAGES: Record<string, [least: number, most: number]> = {
  nothing: [0, 0],
  'the longest option': [18, 32],
  'the first option': [18, 27],
}

async function ask(route: string, userId: UserId, body?: unknown) {
  const { status, body: response } = await testbed.call(route, userId, body)
  if (status >= 300) throw new Error(`${route}: ${status} ${JSON.stringify(response)}`)
  return response.data
}

/** The scores of all attempts at a test by a farmer, who also completes every lesson. */
async function farm(user: UserId, course: { id: string; key: string }, strategy: string): Promise<number[]> {
  await ask(`POST /user-courses/enroll/${course.id}`, user)
  for (const lesson of (await ask(`GET /course/${course.id}`, user)).lessons)
    await ask(`POST /user-lessons/${lesson.id}/complete`, user, {})
  const scores: number[] = []
  const asked: string[][] = []
  for (let number = 1; number <= ATTEMPTS; number++) {
    seed = `${SEED} ${course.key} ${strategy} ${number}`
    const { attemptId, questions } = await ask(`POST /course-tests/${course.id}/attempts`, user)
    seed = undefined
    expect(questions).toHaveLength(QUESTIONS)
    asked.push((questions as ShownQuestion[]).map(({ id }) => id))
    const answers = (questions as ShownQuestion[]).flatMap((question) => {
      const answer = STRATEGIES[strategy]!(question)
      return answer ? [{ questionId: question.id, ...answer }] : []
    })
    scores.push((await ask(`POST /course-test-attempts/${attemptId}/submit`, user, { answers })).score)
    if (number === 1) {
      at += PAUSE_HOURS * HOUR_MS - 1
      const early = await testbed.call(`POST /course-tests/${course.id}/attempts`, user)
      expect([early.status, early.body.error.code]).toEqual([409, 'TEST_PAUSE'])
      at += 1
    } else at += PAUSE_HOURS * HOUR_MS
  }
  // What an attempt has shown helps the next two nothing.
  expect(new Set(asked.slice(0, 3).flat()).size).toBe(3 * QUESTIONS)
  return scores
}

test.each(Object.keys(STRATEGIES))(
  'a farmer who completes everything and answers %s for 30 days passes no test of the catalog',
  async (strategy) => {
    const user = await testbed.addUser()
    await testbed.grantPremium(user)
    const courses = await testbed.platform.db<{ id: string; key: string }>`
      select id, key from course where archived_at is null order by key`
    expect(courses).toHaveLength(COURSES)
    const scores: number[] = []
    for (const course of courses) scores.push(...(await farm(user, course, strategy)))
    expect(scores).toHaveLength(COURSES * ATTEMPTS)
    expect(passed).toEqual([])
    expect(Math.max(...scores)).toBeLessThan(PASS_PERCENT)
    const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
    const [least, most] = AVERAGES[strategy]!
    expect(average).toBeGreaterThanOrEqual(least)
    expect(average).toBeLessThanOrEqual(most)
  },
)
