import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { HOUR_MS, MINUTE_MS, now, SECOND_MS } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { getStreak } from '../streaks/public/get-streak.ts'
import { COURSE, type CourseTestTestbed, createCourseTestTestbed } from './course-test-testbed.ts'

let testbed: CourseTestTestbed
let course: string
beforeAll(async () => {
  testbed = await createCourseTestTestbed({ COURSE_TEST_PAUSE_HOURS: '8' })
  course = await testbed.courseId()
})
afterAll(() => testbed.stop())

const stateOf = (user: UserId) => testbed.ask(`GET /course-tests/${course}`, user)
const submit = (user: UserId, attemptId: string, answers: unknown[] = []) =>
  testbed.call(`POST /course-test-attempts/${attemptId}/submit`, user, { answers })
const refusal = async (response: ReturnType<CourseTestTestbed['call']>) => {
  const { status, body } = await response
  return [status, body.error?.code]
}
const SOLUTION_WORDS = /secret|correct|accepted|solution|explanation|café|"seed"/i

describe('a learner', () => {
  test('takes a test, and sees nothing of the solutions before the submission', async () => {
    const user = await testbed.addUser()
    expect(await stateOf(user)).toMatchObject({
      status: 'AVAILABLE',
      questionCount: 8,
      passPercent: 80,
      timeLimitSeconds: 2_400,
      attempts: 0,
      lastScore: null,
      nextAttemptAt: null,
    })
    const attempt = await testbed.start(user)
    expect(attempt.questions).toHaveLength(8)
    expect(JSON.stringify(attempt)).not.toMatch(SOLUTION_WORDS)
    expect((await stateOf(user)).openAttemptId).toBe(attempt.attemptId)
    // Starting again continues the open attempt.
    expect(await testbed.start(user)).toEqual(attempt)

    const path = `/course-test-attempts/${attempt.attemptId}`
    const right = await testbed.rightAnswers(attempt.attemptId)
    const save = await testbed.ask(`PATCH ${path}/answers`, user, { answers: right.slice(0, 5) })
    expect(save).toEqual({ attemptId: attempt.attemptId, answeredCount: 5, totalQuestions: 8 })
    const saved = await testbed.ask(`GET ${path}`, user)
    expect(saved.questions.filter((each: object) => 'answer' in each)).toHaveLength(8)
    expect(JSON.stringify({ ...saved, questions: saved.questions.slice(5) })).not.toMatch(SOLUTION_WORDS)
    expect(await refusal(testbed.call(`GET ${path}/result`, user))).toEqual([409, 'TEST_NOT_SUBMITTED'])

    // Seven of eight are right: 87 per cent.
    const outcome = (await submit(user, attempt.attemptId, right.slice(5, 7))).body.data
    expect(outcome).toMatchObject({ score: 87, correctCount: 7, totalQuestions: 8, isPassed: true })
    const result = await testbed.ask(`GET ${path}/result`, user)
    expect(result.questions.map(({ isCorrect }: { isCorrect: boolean }) => isCorrect)).toEqual([
      ...Array(7).fill(true),
      false,
    ])
    for (const { solution } of result.questions) expect(solution.explanation).toStartWith('The secret of')
    expect(await stateOf(user)).toMatchObject({ status: 'PASSED', attempts: 1, lastScore: 87, bestScore: 87 })
    expect(testbed.passed).toHaveLength(1)
    expect(testbed.passed[0]).toMatchObject({ userId: user, courseId: course, score: 87 })
    const again = testbed.call(`POST /course-tests/${course}/attempts`, user)
    expect(await refusal(again)).toEqual([409, 'TEST_ALREADY_PASSED'])
  })

  test('who fails tries again after the pause with other questions', async () => {
    const user = await testbed.addUser()
    const first = await testbed.start(user)
    const right = await testbed.rightAnswers(first.attemptId)
    // Six of eight are 75 per cent: below the pass mark.
    const failed = (await submit(user, first.attemptId, right.slice(0, 6))).body.data
    expect(failed).toMatchObject({ score: 75, isPassed: false })
    expect((await stateOf(user)).status).toBe('PAUSED')
    testbed.time.pass(8 * HOUR_MS - SECOND_MS)
    const early = await testbed.call(`POST /course-tests/${course}/attempts`, user)
    expect([early.status, early.body.error.code, early.headers.get('retry-after')]).toEqual([
      409,
      'TEST_PAUSE',
      '1',
    ])
    testbed.time.pass(SECOND_MS)
    expect((await stateOf(user)).status).toBe('AVAILABLE')
    const second = await testbed.start(user)
    const idsOf = (attempt: { questions: { id: string }[] }) => attempt.questions.map(({ id }) => id)
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(16)
    expect(second.number).toBe(2)
  })

  test('a passed test extends the streak once, a failed one does not', async () => {
    const streakOf = (userId: UserId) =>
      getStreak(testbed.platform.db, { userId, timeZone: 'UTC', now: now() })
    const [passing, failing] = [await testbed.addUser(), await testbed.addUser()]
    for (const [user, count] of [[passing, 8] as const, [failing, 6] as const]) {
      const { attemptId } = await testbed.start(user)
      const right = await testbed.rightAnswers(attemptId)
      await Promise.all(Array.from({ length: 5 }, () => submit(user, attemptId, right.slice(0, count))))
    }
    expect((await streakOf(passing)).currentDays).toBe(1)
    expect((await streakOf(failing)).currentDays).toBe(0)
  })

  test('who does not submit in time has an expired attempt and no score', async () => {
    const user = await testbed.addUser()
    const { attemptId } = await testbed.start(user)
    const right = await testbed.rightAnswers(attemptId)
    await testbed.ask(`PATCH /course-test-attempts/${attemptId}/answers`, user, { answers: right })
    testbed.time.pass(40 * MINUTE_MS + 31 * SECOND_MS)
    expect(await refusal(submit(user, attemptId))).toEqual([409, 'TEST_ATTEMPT_EXPIRED'])
    const save = testbed.call(`PATCH /course-test-attempts/${attemptId}/answers`, user, { answers: [] })
    expect(await refusal(save)).toEqual([409, 'TEST_ATTEMPT_EXPIRED'])
    expect(await stateOf(user)).toMatchObject({ status: 'PAUSED', attempts: 1, lastScore: null })
  })
})

describe('a submission', () => {
  test('is graded once if ten arrive at once with different answers', async () => {
    const user = await testbed.addUser()
    const { attemptId } = await testbed.start(user)
    const right = await testbed.rightAnswers(attemptId)
    const before = testbed.passed.length
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        submit(user, attemptId, right.slice(0, index % 2 === 0 ? 8 : 4)),
      ),
    )
    const outcomes = responses.map(({ status, body }) => `${status} ${JSON.stringify(body.data)}`)
    expect(new Set(outcomes).size).toBe(1)
    const { isPassed } = responses[0]!.body.data
    expect(testbed.passed.length - before).toBe(isPassed ? 1 : 0)
    // Given answers count for mastery once, and those that were left out do not count.
    const recorded = await testbed.platform
      .db`select from mastery_answer where user_id = ${user} and not is_repeat`
    expect(recorded).toHaveLength(isPassed ? 8 : 4)
    const late = testbed.call(`PATCH /course-test-attempts/${attemptId}/answers`, user, { answers: right })
    expect(await refusal(late)).toEqual([409, 'TEST_ATTEMPT_SUBMITTED'])
  })

  test('with a foreign, repeated or impossible answer is a 400 with its field, and changes nothing', async () => {
    const user = await testbed.addUser()
    const { attemptId } = await testbed.start(user)
    const right = await testbed.rightAnswers(attemptId)
    const choice = right.find(({ selectedOption }) => selectedOption !== undefined)!
    const fieldOf = async (answers: unknown[]) => {
      const { status, body } = await submit(user, attemptId, answers)
      return [status, body.error.details[0].field]
    }
    const foreign = { questionId: newId(), selectedOption: 0 }
    expect(await fieldOf([choice, foreign])).toEqual([400, 'answers.1.questionId'])
    expect(await fieldOf([choice, choice])).toEqual([400, 'answers.1.questionId'])
    expect(await fieldOf([{ ...choice, selectedOption: 7 }])).toEqual([400, 'answers.0.selectedOption'])
    expect((await submit(user, attemptId, right)).body.data.score).toBe(100)
  })

  test('does not grade a saved answer that was removed, whether it was removed before or with the submission', async () => {
    const user = await testbed.addUser()
    const { attemptId } = await testbed.start(user)
    const right = await testbed.rightAnswers(attemptId)
    const path = `/course-test-attempts/${attemptId}`
    const removed = (index: number) => ({ questionId: right[index]!.questionId, answer: null })
    await testbed.ask(`PATCH ${path}/answers`, user, { answers: right })
    const saved = await testbed.ask(`PATCH ${path}/answers`, user, { answers: [removed(0)] })
    expect(saved.answeredCount).toBe(right.length - 1)
    const twice = await submit(user, attemptId, [removed(1), removed(1)])
    expect([twice.status, twice.body.error.details[0].field]).toEqual([400, 'answers.1.questionId'])
    const both = await submit(user, attemptId, [{ ...removed(1), selectedOption: 0 }])
    expect(both.status).toBe(400)
    expect((await submit(user, attemptId, [removed(1)])).body.data.correctCount).toBe(right.length - 2)
    const { questions } = await testbed.ask(`GET ${path}/result`, user)
    const open = questions.filter(({ id }: { id: string }) =>
      [right[0]!.questionId, right[1]!.questionId].includes(id as never),
    )
    for (const question of open)
      expect(question).toMatchObject({ selectedOption: null, answer: null, isCorrect: false })
  })

  test('of another user finds no attempt', async () => {
    const [user, other] = [await testbed.addUser(), await testbed.addUser()]
    const { attemptId } = await testbed.start(user)
    expect(await refusal(submit(other, attemptId))).toEqual([404, 'TEST_ATTEMPT_NOT_FOUND'])
    const path = `/course-test-attempts/${attemptId}`
    for (const route of [`GET ${path}`, `GET ${path}/result`])
      expect(await refusal(testbed.call(route, other))).toEqual([404, 'TEST_ATTEMPT_NOT_FOUND'])
  })
})

test('ten starts at once are one attempt', async () => {
  const user = await testbed.addUser()
  const attempts = await Promise.all(Array.from({ length: 10 }, () => testbed.start(user)))
  expect(new Set(attempts.map(({ attemptId }) => attemptId)).size).toBe(1)
})

describe('who can read the solutions', () => {
  const becomeAuthor = (user: UserId) =>
    testbed.platform.db`update course set author_ids = array[${user}::uuid] where id = ${course}`
  const becomeAdmin = (user: UserId) =>
    testbed.platform.db`update user_account set role = 'ADMIN' where id = ${user}`
  afterEach(() => testbed.platform.db`update course set author_ids = '{}'`)

  test.each([
    ['an author of the course', 'TEST_OF_OWN_COURSE', becomeAuthor],
    ['an administrator', 'TEST_NOT_FOR_ADMINS', becomeAdmin],
  ])('%s cannot take the test, at once', async (_, code, become) => {
    const user = await testbed.addUser()
    // The process has the course in its cache, without the author.
    await stateOf(user)
    await become(user)
    const start = testbed.call(`POST /course-tests/${course}/attempts`, user)
    expect(await refusal(start)).toEqual([403, code])
  })

  test.each([
    ['an author of the course', 'TEST_OF_OWN_COURSE', becomeAuthor],
    ['an administrator', 'TEST_NOT_FOR_ADMINS', becomeAdmin],
  ])(
    'who becomes %s during an attempt cannot submit it, and keeps a submitted one',
    async (_, code, become) => {
      const [late, early] = [await testbed.addUser(), await testbed.addUser()]
      const [open, done] = [await testbed.start(late), await testbed.start(early)]
      const right = await testbed.rightAnswers(done.attemptId)
      const first = await submit(early, done.attemptId, right)
      expect(first.body.data.isPassed).toBe(true)
      const passed = testbed.passed.length
      await become(late)
      const answers = await testbed.rightAnswers(open.attemptId)
      expect(await refusal(submit(late, open.attemptId, answers))).toEqual([403, code])
      expect(await refusal(testbed.call(`POST /course-tests/${course}/attempts`, late))).toEqual([403, code])
      expect(testbed.passed).toHaveLength(passed)
      expect(await stateOf(late)).toMatchObject({ status: 'IN_PROGRESS', lastScore: null, passedAt: null })

      await become(early)
      expect((await submit(early, done.attemptId, right)).body.data).toEqual(first.body.data)
      expect((await stateOf(early)).status).toBe('PASSED')
    },
  )
})

test('a pool below three times the test is no test, and the course sets count and pass mark', async () => {
  const user = await testbed.addUser()
  const start = () => testbed.call(`POST /course-tests/${course}/attempts`, user)
  await testbed.importPool(23)
  expect((await stateOf(user)).status).toBe('NO_TEST')
  expect(await refusal(start())).toEqual([404, 'COURSE_HAS_NO_TEST'])
  await testbed.importPool(23, 'test: { questionCount: 4, passPercent: 50 }')
  expect(await stateOf(user)).toMatchObject({ status: 'AVAILABLE', questionCount: 4, passPercent: 50 })
  const attempt = await testbed.start(user)
  const right = await testbed.rightAnswers(attempt.attemptId)
  expect(right).toHaveLength(4)
  // An import that removes the pool does not end an attempt, and its pass mark stays.
  await testbed.importPool(0)
  const outcome = (await submit(user, attempt.attemptId, right.slice(0, 2))).body.data
  expect(outcome).toMatchObject({ score: 50, passPercent: 50, isPassed: true })
  await testbed.importPool(24)
})

test('a premium course needs a subscription', async () => {
  const user = await testbed.addUser()
  const { db } = testbed.platform
  await db`update question set course_key = 'contract-craft' where course_key = ${COURSE}`
  const { id } = await testbed.course('contract-craft')
  const start = () => testbed.call(`POST /course-tests/${id}/attempts`, user)
  expect(await refusal(start())).toEqual([403, 'TEST_PREMIUM_REQUIRED'])
  await testbed.grantPremium(user)
  expect((await start()).status).toBe(200)
})
