import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerAll } from '../../../test/harness/course-test-pool.ts'
import {
  copyFixture,
  createLearningTestbed,
  type LearningTestbed,
} from '../../../test/harness/learning-testbed.ts'
import { testPassed } from '../../events/course-tests.ts'
import { useClock, useSystemClock } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { writeYaml } from '../../platform/yaml/write-yaml.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import { SAMPLE_CONTENTS } from '../questions/question-testbed.ts'
import { courseTestRoutes } from './routes.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Data = any

export const COURSE = 'chain-basics'

export interface CourseTestTestbed extends LearningTestbed {
  time: { pass(ms: number): void }
  /** The `testPassed` events so far. */
  passed: unknown[]
  /** Sends a request that succeeds. */
  ask(route: string, userId: UserId, body?: unknown): Promise<Data>
  courseId(): Promise<string>
  start(userId: UserId): Promise<Data>
  /** The right answers to an attempt. */
  rightAnswers(attemptId: string): Promise<GivenAnswer[]>
  /** Imports the fixture with a pool of this size. */
  importPool(size: number, courseFields?: string): Promise<void>
}

const TYPES = Object.values(SAMPLE_CONTENTS).filter(({ type }) => type !== 'SINGLE_CHOICE')
const DIFFICULTIES = ['EASY', 'MEDIUM', 'HARD']

/** Every question type, two skills and three difficulties. */
function poolOf(size: number): object[] {
  return Array.from({ length: size }, (_, index) => ({
    key: `q-${index}`,
    skill: index % 2 === 0 ? 'blockchain' : 'hashing',
    difficulty: DIFFICULTIES[index % 3],
    prompt: `Question ${index} of the pool`,
    explanation: `The secret of ${index}`,
    ...(index < TYPES.length
      ? TYPES[index]
      : { right: `Right ${index}`, wrong: [`Wrong ${index}a`, `Wrong ${index}b`, `Wrong ${index}c`] }),
  }))
}

/** Serves course tests, lessons and courses, with a pool of 24 questions for one course. */
export async function createCourseTestTestbed(
  settings: Record<string, string> = {},
): Promise<CourseTestTestbed> {
  let at = Date.parse('2026-11-02T12:00:00Z')
  useClock(() => at)
  const passed: unknown[] = []
  const learning = await createLearningTestbed({
    settings,
    reactions: reactionTable([
      on(testPassed, { inTransaction: [async (_, { data }) => void passed.push(data)] }),
    ]),
    endpoints: courseTestRoutes,
    pack: null,
  })
  const testbed: CourseTestTestbed = {
    ...learning,
    passed,
    time: {
      pass: (ms) => {
        at += ms
      },
    },
    ask: async (route, userId, body) => {
      const response = await learning.call(route, userId, body)
      assert(response.status < 300, `${route}: ${response.status} ${JSON.stringify(response.body)}`)
      return response.body.data
    },
    courseId: async () => (await learning.course(COURSE)).id,
    start: async (userId) => testbed.ask(`POST /course-tests/${await testbed.courseId()}/attempts`, userId),
    rightAnswers: (attemptId) => answerAll(learning.platform.db, attemptId),
    importPool: async (size, courseFields = '') => {
      const copy = copyFixture()
      const folder = join(copy.folder, 'courses', COURSE)
      if (size > 0) writeFileSync(join(folder, 'test.yaml'), writeYaml(poolOf(size)))
      const course = join(folder, 'course.yaml')
      writeFileSync(course, `${await Bun.file(course).text()}${courseFields}\n`)
      await learning.importFolder(copy.folder)
      copy.remove()
    },
    stop: async () => {
      await learning.stop()
      useSystemClock()
    },
  }
  await testbed.importPool(24)
  return testbed
}
