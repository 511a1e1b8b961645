import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { importPack } from '../src/modules/authoring/packs/import-pack.ts'
import { createMissingRuns, readSeries } from '../src/modules/contests/contest-series.ts'
import {
  type ContestTestbed,
  createContestTestbed,
  giveGems,
} from '../src/modules/contests/contest-testbed.ts'
import { auditLedger } from '../src/modules/ledger/public/audit-ledger.ts'
import { getStoredQuestions } from '../src/modules/questions/public/get-questions.ts'
import type { QuestionId } from '../src/modules/questions/public/question.ts'
import { answerOf, solutionOf } from '../src/modules/questions/public/solution.ts'
import { DAY_MS, SECOND_MS } from '../src/platform/clock.ts'
import type { TestUser } from './harness/api-client.ts'
import { packOf } from './harness/learning-testbed.ts'
import { chanceToPass, withLongTests } from './harness/long-course-tests.ts'
import { waitUntil } from './harness/wait-until.ts'

// Scripts that do not read the questions, with the settings of production and the shipped content. Only the course tests
// are longer: in one of some hundred runs, a farmer would pass a short one by luck.

interface ShownQuestion {
  id: string
  type: string
  options?: string[]
}
type Answer = { selectedOption?: number; answer?: object } | undefined

interface Strategy {
  /** Takes the tests of the courses and the contests. */
  takesTests: boolean
  answer(question: ShownQuestion): Answer
}

/** Chooses one option where there are options. */
function choose(pick: (options: string[]) => number): Strategy['answer'] {
  return ({ type, options }) => {
    if (type === 'SINGLE_CHOICE') return { selectedOption: pick(options!) }
    return type === 'MULTIPLE_CHOICE' ? { answer: { selectedOptions: [pick(options!)] } } : undefined
  }
}
const longestOf = (options: string[]) => {
  const lengths = options.map(({ length }) => length)
  return lengths.indexOf(Math.max(...lengths))
}

const STRATEGIES: Record<string, Strategy> = {
  'completes everything with {}': { takesTests: false, answer: () => undefined },
  'submits empty answers': { takesTests: true, answer: () => undefined },
  'chooses the longest option': { takesTests: true, answer: choose(longestOf) },
  'chooses the first option': { takesTests: true, answer: choose(() => 0) },
}

/** The free courses of the catalog. */
const COURSES = 6
/** A puppet takes the others on the second day. */
const COURSES_OF_FIRST_DAY = 3
const LESSONS = 32
/** Lessons 845 and bonuses of courses 810. */
const XP = 1_655
/** Lessons 174 and bonuses of courses 195. */
const GEMS = 369
/** Chain sprint 10, Web cup 5; Daily mix is free. */
const FEES = 15
const CONTESTS = 3
/** All prize tables have three ranks. */
const LEARNERS = 3
/** Of a test; a guess is right in one of four. */
const PASS_PERCENT = 80
const PAUSE_HOURS = 8

let testbed: ContestTestbed
let contests: { id: string; seed: string }[]
let learners: TestUser[]

/** The service has imported the shipped tests already. */
async function lengthenTests(): Promise<void> {
  const pack = withLongTests(await packOf(join(import.meta.dir, '../content')))
  expect(Object.keys(STRATEGIES).length * chanceToPass(pack, 1)).toBeLessThan(1e-6)
  await importPack(testbed.platform, pack, { now: testbed.time.now() })
  const [course] = await testbed.db<{ id: string }>`select id from course where archived_at is null limit 1`
  const reader = await testbed.service.register()
  const { questionCount } = pack.courses[0]!.test
  // The service learns of the change by a message.
  await waitUntil(
    async () => (await ask(`GET /course-tests/${course!.id}`, reader)).questionCount === questionCount,
  )
}

beforeAll(async () => {
  testbed = await createContestTestbed({
    ROLE: 'all',
    DEMO_CONTENT: 'on',
    REFERRAL_VERIFIED_LEARNING: 'on',
    COURSE_TEST_PAUSE_HOURS: String(PAUSE_HOURS),
  })
  await lengthenTests()
  for (const series of await readSeries(join(import.meta.dir, '../content/contests')))
    await createMissingRuns(testbed.platform, series, testbed.time.now())
  contests = await testbed.db<{ id: string; seed: string }>`
    select id, seed from contest where starts_at <= ${testbed.time.now()} order by id`
  expect(contests).toHaveLength(CONTESTS)
  learners = await Promise.all(Array.from({ length: LEARNERS }, () => testbed.service.register()))
  for (const learner of learners) {
    await giveGems(testbed.db, learner.id, FEES)
    for (const contest of contests) await enterContest(learner, contest.id, rightAnswers(learner, contest))
  }
  // A farmer who guesses all answers of a contest, by luck, is later and so behind the learners.
  testbed.time.pass(SECOND_MS)
})
afterAll(() => testbed.stop())

async function ask(route: string, user: TestUser, body?: unknown) {
  const response = await testbed.call(route, user, body)
  if (response.status >= 300) throw new Error(`${route}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}

const answersOf = (questions: ShownQuestion[], { answer }: Strategy) =>
  questions.flatMap((question) => {
    const given = answer(question)
    return given ? [{ questionId: question.id, ...given }] : []
  })

const rightAnswers =
  (user: TestUser, { seed }: { seed: string }) =>
  async (questions: ShownQuestion[]) => {
    const ids = questions.map(({ id }) => id as QuestionId)
    return (await getStoredQuestions(testbed.db, ids)).map((question) => {
      const { selectedOption, ...answer } = answerOf(solutionOf(question, `${seed}:${user.id}`))
      return { questionId: question.id, ...(selectedOption === undefined ? { answer } : { selectedOption }) }
    })
  }

async function enterContest(
  user: TestUser,
  contestId: string,
  answer: (questions: ShownQuestion[]) => unknown,
): Promise<void> {
  await testbed.call(`POST /user/contests/${contestId}/join`, user)
  const { questions } = await ask(`POST /user/contests/${contestId}/start`, user)
  const answers = await answer(questions)
  await ask(`POST /user/contests/${contestId}/submit`, user, { answers, timeTakenSeconds: 3 })
}

interface Farm {
  farmer: TestUser
  /** An account of the same person, invited by the farmer. */
  puppet: TestUser
  lessons: number
  scores: number[]
}

/** Answers and completes all lessons of free courses, takes each test once and claims each certificate. */
async function farmCourses(
  user: TestUser,
  strategy: Strategy,
  { from = 0, to = COURSES } = {},
): Promise<Pick<Farm, 'lessons' | 'scores'>> {
  const scores: number[] = []
  let count = 0
  const courses = (await ask('GET /course?limit=100', user)) as { id: string; isPremium: boolean }[]
  const free = courses.filter(({ isPremium }) => !isPremium)
  expect(free).toHaveLength(COURSES)
  for (const { id } of free.slice(from, to)) {
    await ask(`POST /user-courses/enroll/${id}`, user)
    for (const lesson of (await ask(`GET /course/${id}`, user)).lessons) {
      const { slides } = await ask(`GET /lesson/${lesson.id}`, user)
      for (const { question, attempt } of slides as { question?: ShownQuestion; attempt?: string }[])
        for (const answer of answersOf(question ? [question] : [], strategy))
          await ask(`POST /user-lessons/${lesson.id}/answers`, user, { ...answer, attempt })
      await ask(`POST /user-lessons/${lesson.id}/complete`, user, {})
      count++
    }
    if (strategy.takesTests) {
      const { attemptId, questions } = await ask(`POST /course-tests/${id}/attempts`, user)
      const answers = answersOf(questions, strategy)
      scores.push((await ask(`POST /course-test-attempts/${attemptId}/submit`, user, { answers })).score)
    }
    await ask('POST /certificates/claim', user, { courseId: id, studentName: 'Farmer Ferdinand' })
  }
  return { lessons: count, scores }
}

async function farm(strategy: Strategy): Promise<Farm> {
  const farmer = await testbed.service.register()
  const { body } = await testbed.call('POST /referral/code', farmer, {})
  const puppet = await testbed.service.register({ referralCode: body.referralCode })
  await waitUntil(async () => (await testbed.service.mailTo(puppet.email)) !== undefined)
  await ask('POST /auth/verify-email', puppet, { otpCode: await testbed.service.codeFor(puppet.email) })
  const figures = await farmCourses(farmer, strategy)
  await farmCourses(puppet, { ...strategy, takesTests: false }, { to: COURSES_OF_FIRST_DAY })
  if (strategy.takesTests)
    for (const { id } of contests)
      await enterContest(farmer, id, (questions) => answersOf(questions, strategy))
  return { farmer, puppet, ...figures }
}

const farms: Record<string, Farm> = {}

describe.each(Object.entries(STRATEGIES))('a farmer who %s', (name, strategy) => {
  test('completes all lessons, and passes no test', async () => {
    farms[name] = await farm(strategy)
    const { lessons, scores } = farms[name]
    expect(lessons).toBe(LESSONS)
    expect(scores).toHaveLength(strategy.takesTests ? COURSES : 0)
    for (const score of scores) expect(score).toBeWithin(0, PASS_PERCENT)
    if (name === 'submits empty answers') expect(scores).toEqual(Array(COURSES).fill(0))
  })

  test('has certificates of completion, and no verified one', async () => {
    await expectCertificates(farms[name]!.farmer)
  })

  test('earns the XP and gems of lessons', async () => {
    const fees = strategy.takesTests ? FEES : 0
    expect(await ask('GET /user/profile', farms[name]!.farmer)).toMatchObject({
      totalXP: XP,
      totalGems: GEMS - fees,
    })
  })
})

async function expectCertificates(user: TestUser): Promise<void> {
  const certificates = await ask('GET /certificates?limit=50', user)
  expect(certificates.map(({ verified }: { verified: unknown }) => verified)).toEqual(
    Array(COURSES).fill(null),
  )
}

/** With a new access token. */
async function signIn({ email, password, ...user }: TestUser): Promise<TestUser> {
  const { status, body } = await testbed.service.call('POST /auth/login', { body: { email, password } })
  expect(status).toBe(200)
  return { ...user, email, password, accessToken: body.data.accessToken }
}

describe('on the second day', () => {
  beforeAll(() => testbed.time.pass(DAY_MS))

  test.each(Object.entries(STRATEGIES))(
    'the puppet of a farmer who %s answers on two days, and earns no reward for the referral',
    async (name, strategy) => {
      const [farmer, puppet] = [await signIn(farms[name]!.farmer), await signIn(farms[name]!.puppet)]
      await farmCourses(puppet, { ...strategy, takesTests: false }, { from: COURSES_OF_FIRST_DAY })
      await expectCertificates(puppet)
      expect(await ask('GET /user/profile', puppet)).toMatchObject({ totalXP: XP, totalGems: GEMS })
      expect(await ask('GET /referral/stats', farmer)).toMatchObject({
        totalInvited: 1,
        totalGemsEarned: 0,
        totalXPEarned: 0,
      })
      // Both days have right answers, as many as chance gives.
      const days = await testbed.db<{ share: number }>`
        select avg(is_correct::integer)::float8 as share from lesson_answer where user_id = ${puppet.id}
        group by (answered_at at time zone 'UTC')::date`
      const isGuessing = name.startsWith('chooses')
      expect(days).toHaveLength(isGuessing ? 2 : 0)
      for (const { share } of days) expect(share).toBeWithin(0.1, 0.5)
    },
  )
})

describe('after the contests have ended', () => {
  beforeAll(async () => {
    testbed.time.pass(8 * DAY_MS)
    await waitUntil(async () => {
      await testbed.reconcile()
      const rows = await testbed.db`
        select from contest where id = any(${contests.map(({ id }) => id)}::uuid[]) and outcome is null`
      return rows.length === 0
    })
  })

  const resultsOf = (user: TestUser) =>
    testbed.db<{ score: number; prize: number; xp: number }>`
      select score, coalesce(prize_gems, 0)::integer as prize, coalesce(xp, 0) as xp
      from contest_participant where user_id = ${user.id} order by contest_id`

  test('the learners who know the answers share all prizes', async () => {
    const results = (await Promise.all(learners.map(resultsOf))).flat()
    expect(results.map(({ score }) => score)).toEqual(Array(LEARNERS * CONTESTS).fill(100))
    const farmers = Object.values(STRATEGIES).filter(({ takesTests }) => takesTests).length
    // The pools of the house, and the fees of all participants.
    const pool = 200 + 100 + 300 + FEES * (LEARNERS + farmers)
    expect(results.reduce((sum, { prize }) => sum + prize, 0)).toBe(pool)
  })

  test.each(Object.entries(STRATEGIES))('a farmer who %s has no prize', async (name, { takesTests }) => {
    const { farmer } = farms[name]!
    const results = await resultsOf(farmer)
    expect(results.map(({ prize }) => prize)).toEqual(Array(takesTests ? CONTESTS : 0).fill(0))
    // One XP for each ten percent.
    const xp = results.reduce((sum, { score }) => sum + Math.floor(score / 10), 0)
    expect(results.reduce((sum, result) => sum + result.xp, 0)).toBe(xp)
    if (name === 'submits empty answers') expect(xp).toBe(0)
    const [totals] = await testbed.db<{ gems: number; xp: number }>`
      select coalesce(sum(balance) filter (where asset = 'GEM'), 0)::integer as gems,
        coalesce(sum(balance) filter (where asset = 'XP'), 0)::integer as xp
      from ledger_balance where account = ${`user:${farmer.id}`}`
    expect(totals).toEqual({ gems: GEMS - (takesTests ? FEES : 0), xp: XP + xp })
  })

  test('the ledger audit passes', async () => {
    expect((await auditLedger(testbed.service.test.database)).faults).toEqual([])
  })
})
