import { afterAll, beforeAll, expect, test } from 'bun:test'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { countAnswers } from '../../src/modules/mastery/mastery-testbed.ts'
import { DAY_MS, HOUR_MS, useClock, useSystemClock } from '../../src/platform/clock.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import type { TestUser } from '../harness/api-client.ts'
import { importCountingPack, RIGHT } from '../harness/counting-pack.ts'
import { createTestDatabase } from '../harness/database.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { clientOf, expectSuccess, type UserClient } from './journey.ts'

/** Noon of the first day in Nairobi, where the learner lives. */
const START = Date.parse('2026-11-02T09:00:00Z')
const DAYS = 60
const STUDENT = 'Amina Otieno'

interface Expected {
  /** Cards that are due in the morning; or the least and the most of them, while fuzz decides about some. */
  due?: number | [least: number, most: number]
  /** The streak in the evening. */
  streak?: number
  longest?: number
  freezes?: number
  /** The levels in the evening. */
  counting?: string
  measuring?: string
  isMeasuringFading?: boolean
  gems?: number
  xp?: number
  /** The score on a verified certificate. */
  certificate?: number | 'none' | 'completion'
}

/** What the table says at least at the end of each week. */
const WEEKLY = ['due', 'streak', 'counting', 'measuring', 'certificate'] as const

/**
 * Computed by hand from the decisions 61 (review), 65 (streak), 66 (certificates) and 70 (mastery).
 *
 * **Cards** are the 20 questions and 5 flashcards of the lessons, and the 16 questions of both tests. Fuzz makes long intervals random, so a number of due
 * cards stands only on days on which no card is between its earliest and its latest day:
 * - A question that was right at first (EASY) is due after 6 to 10 days: those of days 1 to 5 on days 7 to 15.
 * - A question that was wrong (AGAIN), and a new flashcard, are due on the next day.
 * - Day 6, GOOD: the three missed questions are due on days 9 and 10, the four flashcards on day 9, after at most 4 days.
 *   The flashcard that is rated AGAIN is due on day 7.
 * - Day 16, all 25. GOOD: questions that were EASY on days 58 to 76, missed ones on days 29 to 35, the four flashcards
 *   on days 38 to 44, the fifth on days 19 to 21. The two wrong answers, of lesson 5, on day 17.
 * - Day 17, GOOD: the two are due on days 20 to 22.
 * - Days 23 and 24, tests: the two questions that were wrong are due on day 24, the 14 that were right on days 29 to 34.
 * - Day 45, GOOD: the two are due on days 48 to 50, the 14 on days 105 to 116, all others after day 64.
 *
 * **Ratings** of `counting` begin at 1000. A right first answer to an EASY question (900) adds 28 points at first, a wrong
 * one takes 77. After day 1 the rating is 1011, then 1089, 1009, 1070, 1115. Later answers are repetitions and count
 * half: about 1159 on day 6 (PROFICIENT is 1150), 1183 on day 7, 1214 on day 9, 1260 on day 14 and 1308 on day 30; MASTER
 * (1250) is reached on about day 13.
 */
const TABLE: Record<number, Expected> = {
  // One wrong answer of four: 1011 points after 4 answers.
  1: { due: 0, streak: 1, counting: 'BEGINNER', gems: 10, xp: 20 },
  // The wrong answer and the flashcard of day 1. Four right answers: 1089 points.
  2: { due: 2, streak: 2, counting: 'COMPETENT' },
  // The flashcard of day 2. Two wrong answers: 1009 points. Three lessons, and 5 gems for 3 days.
  3: { due: 3, streak: 3, counting: 'BEGINNER', gems: 35 },
  // The flashcard and two wrong answers of day 3. 1070 points are just not COMPETENT (1075).
  4: { due: 6, streak: 4, counting: 'BEGINNER' },
  // The last lesson: 5 × 10 gems, 25 for the course, 5 for the streak.
  5: { due: 7, streak: 5, counting: 'COMPETENT', gems: 80, xp: 200, certificate: 'none' },
  // The certificate of completion. Eight reviews do not extend the streak, the round of practice does.
  6: { due: 8, streak: 6, certificate: 'completion' },
  // The flashcard that was rated AGAIN on day 6, and of the three right answers of day 1 those of six days.
  7: { due: [1, 4], streak: 7, counting: 'PROFICIENT', measuring: 'none', certificate: 'completion' },
  9: { streak: 9, counting: 'PROFICIENT' },
  // The milestone of 7 days paid 15 gems; a freeze costs 50.
  10: { streak: 10, freezes: 1, gems: 45 },
  // All but those of the four right answers of day 5 that are due on day 15.
  14: { due: [21, 25], streak: 14, counting: 'MASTER', measuring: 'none', certificate: 'completion' },
  // All cards. The reviews alone extend the streak.
  16: { due: 25, streak: 16 },
  17: { due: 2, streak: 17 },
  18: { due: 0 },
  19: { streak: 19, freezes: 1 },
  // Day 20 is missed. The freeze covers it, and it does not count.
  // The fifth flashcard, and the two questions of lesson 5 on days 20 to 22.
  21: {
    due: [1, 3],
    streak: 20,
    freezes: 0,
    counting: 'MASTER',
    measuring: 'none',
    certificate: 'completion',
  },
  // The fifth flashcard and the two questions of lesson 5. Six of eight right answers, the first six: 991 points.
  23: { due: 3, streak: 22, measuring: 'NOVICE', certificate: 'completion' },
  // Also the two missed questions of the test. It is passed and alone extends the streak. Eight right answers: 1115 points.
  24: { due: 5, streak: 23, measuring: 'COMPETENT', certificate: 100 },
  28: { due: 5, streak: 27, counting: 'MASTER', measuring: 'COMPETENT', certificate: 100 },
  30: { streak: 29, counting: 'MASTER' },
  // The milestone of 30 days: 80 − 50 + 15 + 30 + 75.
  31: { streak: 30, gems: 150 },
  // Also the three missed questions of lessons, and the other 14 of the tests.
  35: { due: 22, streak: 34, counting: 'MASTER', measuring: 'COMPETENT', certificate: 100 },
  36: { due: 22 },
  37: { due: 22 },
  39: { streak: 38, longest: 38 },
  // Day 40 is missed without a freeze.
  41: { streak: 1, longest: 38 },
  // Also those of the four flashcards of days 38 to 42.
  42: { due: [22, 26], streak: 2, counting: 'MASTER', measuring: 'COMPETENT', certificate: 100 },
  // Also four flashcards. The reviews extend the streak. 16 right answers, each a repetition: 1175 points.
  45: { due: 26, streak: 5, measuring: 'PROFICIENT' },
  46: { due: 0 },
  // The two missed questions of the tests, on days 48 to 50.
  49: { due: [0, 2], streak: 9, counting: 'MASTER', measuring: 'PROFICIENT', certificate: 100 },
  56: { due: 2, streak: 16, counting: 'MASTER', measuring: 'PROFICIENT', certificate: 100 },
  // Milestones of 3, 7 and 14 days in the second streak: 5 + 15 + 30. XP of lessons, course and 50 rounds of 8 answers.
  // Also those of the two questions of lesson 5 that were right on day 16 that are due on days 58 to 60.
  60: {
    due: [2, 4],
    streak: 20,
    longest: 38,
    counting: 'MASTER',
    measuring: 'PROFICIENT',
    isMeasuringFading: false,
    gems: 200,
    xp: 600,
    certificate: 100,
  },
  // Ninety days of absence: `counting` falls from about 1351 to 1221 points; `measuring`, after 105 days, to 1098.
  150: { streak: 0, longest: 38, counting: 'PROFICIENT', measuring: 'COMPETENT', isMeasuringFading: true },
}

/** Mistakes by prompt: the first answer in a lesson, and the review of day 16. */
const WRONG_IN_LESSON = ['lesson-1-1', 'lesson-3-1', 'lesson-3-2']
const WRONG_IN_REVIEW = ['lesson-5-1', 'lesson-5-2']
const MISSED_DAYS = [20, 40]
const REVIEW_DAYS = [6, 16, 17, 45]
const FAILED_TEST_DAY = 23
const PASSED_TEST_DAY = 24
/** On these days reviews or the test extend the streak, without practice. */
const DAYS_WITHOUT_PRACTICE = [16, PASSED_TEST_DAY, 45]

let at = START
let service: TestService
let user: TestUser
let as: UserClient
let courseId: string
let lessons: { id: string }[]
beforeAll(async () => {
  useClock(() => at)
  const database = await createTestDatabase()
  await importCountingPack(database)
  service = await startTestService({ COURSE_TEST_PAUSE_HOURS: '8' }, database)
  user = await service.register({ timeZone: 'Africa/Nairobi' })
  await signIn()
  ;[{ id: courseId }] = (await as.get('/course?limit=10')).data
  await as.post(`/user-courses/enroll/${courseId}`)
  ;({ lessons } = (await as.get(`/course/${courseId}`)).data)
})
afterAll(async () => {
  await service.stop()
  await service.test.drop()
  useSystemClock()
})

/** An access token does not last until the next day. */
async function signIn(): Promise<void> {
  const { email, password } = user
  const { accessToken } = expectSuccess(await service.call('POST /auth/login', { body: { email, password } }))
  const environment = { ...service, database: service.test.database, isCrowded: false }
  as = clientOf(environment, { ...user, accessToken })
}

interface Question {
  id: string
  prompt: string
  options: string[]
}
const optionOf = ({ options }: Question, isRight: boolean): number =>
  options.findIndex((option) => option.startsWith(RIGHT) === isRight)
const isIn = (keys: string[], { prompt }: Question) => keys.some((key) => prompt.includes(`${key}?`))

async function learn(lessonId: string): Promise<void> {
  const { slides } = (await as.get(`/lesson/${lessonId}`)).data
  for (const { question } of slides) {
    if (!question) continue
    const isRight = !isIn(WRONG_IN_LESSON, question)
    const body = { questionId: question.id, selectedOption: optionOf(question, isRight) }
    const answered = expectSuccess(await as.post(`/user-lessons/${lessonId}/answers`, body))
    expect(answered.isCorrect).toBe(isRight)
  }
  expectSuccess(await as.post(`/user-lessons/${lessonId}/complete`, {}))
}

/** Answers all due cards. */
async function review(day: number): Promise<void> {
  const { cards } = (await as.get('/review/session?limit=60')).data
  for (const { id, repetition, question, flashcard } of cards) {
    const isRight = day !== 16 || !question || !isIn(WRONG_IN_REVIEW, question)
    const answer = question
      ? { answer: { selectedOption: optionOf(question, isRight) } }
      : { rating: day === 6 && flashcard.front === 'Number 5' ? 'AGAIN' : 'GOOD' }
    const result = expectSuccess(await as.post(`/review/cards/${id}/answers`, { repetition, ...answer }))
    if (question) expect([result.isCorrect, result.rating]).toEqual([isRight, isRight ? 'GOOD' : 'AGAIN'])
  }
}

async function practise(): Promise<void> {
  const round = expectSuccess(await as.post('/practice/rounds', { skill: 'counting' }), 201)
  expect(round.questions).toHaveLength(8)
  for (const question of round.questions) {
    const body = { questionId: question.id, selectedOption: optionOf(question, true) }
    expectSuccess(await as.post(`/practice/rounds/${round.roundId}/answers`, body))
  }
}

/** Takes the test with so many right answers, and returns its score. */
async function takeTest(rightAnswers: number): Promise<number> {
  const { attemptId, questions } = expectSuccess(await as.post(`/course-tests/${courseId}/attempts`))
  const answers = questions.map((question: Question, index: number) => ({
    questionId: question.id,
    selectedOption: optionOf(question, index < rightAnswers),
  }))
  return expectSuccess(await as.post(`/course-test-attempts/${attemptId}/submit`, { answers })).score
}

async function failTest(): Promise<void> {
  expect(await takeTest(6)).toBe(75)
  at += HOUR_MS
  await signIn()
  const early = await as.post(`/course-tests/${courseId}/attempts`)
  expect([early.status, early.body.error.code]).toEqual([409, 'TEST_PAUSE'])
}

async function play(day: number): Promise<void> {
  if (day <= lessons.length) return learn(lessons[day - 1]!.id)
  if (REVIEW_DAYS.includes(day)) await review(day)
  if (day === 6) await claimCertificate()
  if (day === 10) expectSuccess(await as.post('/user/streak/freezes'), 201)
  if (day === FAILED_TEST_DAY) await failTest()
  if (day === PASSED_TEST_DAY) expect(await takeTest(8)).toBe(100)
  if (!DAYS_WITHOUT_PRACTICE.includes(day)) await practise()
}

async function claimCertificate(): Promise<void> {
  expectSuccess(await as.post('/certificates/claim', { courseId, studentName: STUDENT }), 201)
}

/** The state of an evening, in the shape of the table. */
async function read(): Promise<Required<Omit<Expected, 'due'>>> {
  const { database } = service.test
  const write = createWrite(database, reactionTable([]), () => {})
  await countAnswers({ db: database.query, write })
  const [streak, mastery, profile, certificates] = [
    (await as.get('/user/streak')).data,
    (await as.get('/mastery')).data as { skill: string; level: string; isFading: boolean }[],
    (await as.get('/user/profile')).data,
    (await as.get('/certificates')).data,
  ]
  const [counting, measuring] = ['counting', 'measuring'].map((name) =>
    mastery.find(({ skill }) => skill === name),
  )
  return {
    streak: streak.currentStreak,
    longest: streak.longestStreak,
    freezes: streak.freezes,
    counting: counting?.level ?? 'none',
    measuring: measuring?.level ?? 'none',
    isMeasuringFading: measuring?.isFading ?? false,
    gems: profile.totalGems,
    xp: profile.totalXP,
    certificate: certificates.length === 0 ? 'none' : (certificates[0].verified?.score ?? 'completion'),
  }
}

test('the table has the due cards, the streak, the levels and the certificate of every week', () => {
  for (let day = 7; day <= DAYS; day += 7) expect(TABLE[day]).toContainKeys([...WEEKLY])
})

test('a learner who learns for 60 days gets what the table says', async () => {
  const differences: unknown[] = []
  for (let day = 1; day <= DAYS; day++) {
    if (MISSED_DAYS.includes(day)) continue
    at = START + (day - 1) * DAY_MS
    await signIn()
    const { due } = (await as.get('/review/due')).data
    await play(day)
    if (TABLE[day]) differences.push(...difference(day, { due, ...(await read()) }))
  }
  expect(differences).toEqual([])
})

test('after three months of absence the streak has ended and the levels have fallen', async () => {
  at = START + 149 * DAY_MS
  await signIn()
  const { due } = (await as.get('/review/due')).data
  expect(difference(150, { due, ...(await read()) })).toEqual([])
})

/** What differs from the table. */
function difference(day: number, state: Required<Expected>): unknown[] {
  return Object.entries(TABLE[day]!)
    .filter(([name, expected]) => !isExpected(state[name as keyof Expected], expected))
    .map(([name, expected]) => ({ day, name, expected, actual: state[name as keyof Expected] }))
}

function isExpected(actual: unknown, expected: unknown): boolean {
  if (!Array.isArray(expected)) return actual === expected
  const [least, most] = expected
  return Number(actual) >= least && Number(actual) <= most
}

test('the certificate says the score, the day and the skills of the passed test', async () => {
  const { data } = await as.get('/certificates')
  expect(data).toMatchObject([
    {
      studentName: STUDENT,
      verified: {
        score: 100,
        passedAt: new Date(START + (PASSED_TEST_DAY - 1) * DAY_MS).toISOString(),
        skills: ['counting', 'measuring'],
      },
    },
  ])
})

test('the ledger audit passes after 60 days', async () => {
  expect((await auditLedger(service.test.database)).faults).toEqual([])
})
