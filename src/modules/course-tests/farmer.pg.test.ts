import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  createLearningTestbed,
  type LearningTestbed,
  packOf,
} from '../../../test/harness/learning-testbed.ts'
import { chanceToPass, withLongTests } from '../../../test/harness/long-course-tests.ts'
import { testPassed } from '../../events/course-tests.ts'
import type { UserId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { courseTestRoutes } from './routes.ts'

let testbed: LearningTestbed
const passed: unknown[] = []
beforeAll(async () => {
  const pack = withLongTests(await packOf(join(import.meta.dir, '../../../content')))
  expect(Object.keys(STRATEGIES).length * chanceToPass(pack, ATTEMPTS)).toBeLessThan(1e-6)
  testbed = await createLearningTestbed({
    pack,
    reactions: reactionTable([
      on(testPassed, { inTransaction: [async (_, { data }) => void passed.push(data)] }),
    ]),
    endpoints: courseTestRoutes,
  })
})
afterAll(() => testbed.stop())

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
const COURSES = 8
const ATTEMPTS = 3

async function ask(route: string, userId: UserId, body?: unknown) {
  const { status, body: response } = await testbed.call(route, userId, body)
  if (status >= 300) throw new Error(`${route}: ${status} ${JSON.stringify(response)}`)
  return response.data
}

/** The scores of all attempts at all courses by one farmer, who also completes every lesson. */
async function farm(answerOf: (question: ShownQuestion) => Answer): Promise<number[]> {
  const user = await testbed.addUser()
  await testbed.grantPremium(user)
  const scores: number[] = []
  const courses = (await ask('GET /course?limit=100', user)) as { id: string }[]
  expect(courses).toHaveLength(COURSES)
  for (const { id } of courses) {
    await ask(`POST /user-courses/enroll/${id}`, user)
    for (const lesson of (await ask(`GET /course/${id}`, user)).lessons)
      await ask(`POST /user-lessons/${lesson.id}/complete`, user, {})
    for (let number = 1; number <= ATTEMPTS; number++) {
      const { attemptId, questions } = await ask(`POST /course-tests/${id}/attempts`, user)
      const answers = (questions as ShownQuestion[]).flatMap((question) => {
        const answer = answerOf(question)
        return answer ? [{ questionId: question.id, ...answer }] : []
      })
      scores.push((await ask(`POST /course-test-attempts/${attemptId}/submit`, user, { answers })).score)
    }
  }
  return scores
}

test.each(Object.keys(STRATEGIES))(
  'a farmer who completes everything and answers %s passes no test of the catalog',
  async (name) => {
    const scores = await farm(STRATEGIES[name]!)
    expect(scores).toHaveLength(COURSES * ATTEMPTS)
    expect(passed).toEqual([])
    const average = scores.reduce((sum, score) => sum + score, 0) / scores.length
    // Chance is 25 per cent; 24 attempts of 40 questions have a standard deviation of 1.4 points.
    if (name === 'nothing') expect(average).toBe(0)
    else expect(average).toBeWithin(10, 40)
    expect(Math.max(...scores)).toBeLessThan(80)
  },
)
