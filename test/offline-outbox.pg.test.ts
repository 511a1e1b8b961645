import { afterAll, beforeAll, expect, test } from 'bun:test'
import { countAnswers, masteryOf } from '../src/modules/mastery/mastery-testbed.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, useClock, useSystemClock } from '../src/platform/clock.ts'
import type { UserId } from '../src/platform/ids.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import type { TestUser } from './harness/api-client.ts'
import { seededRandom } from './harness/random.ts'
import { startTestService, type TestService } from './harness/service.ts'

// An outbox of a device that was offline for two days, sent by a client that does not keep the order. The learner was online
// the day before: what was wrong then is reviewed offline.

const SEED = Number(process.env.OUTBOX_SEED ?? 20_261_116)
const SEEDS = [SEED, SEED + 1, SEED + 2, SEED + 3]
const EVENTS = 50
/** Of a day; so many extend the streak. No lesson is done on the second day offline. */
const REVIEWS_A_DAY = 10
/** Flashcards that are rated AGAIN on the first day offline, and are due again on the second. */
const FORGOTTEN = 2
/** For a streak of three days. */
const STREAK_GEMS = 5
/** 09:00 in Nairobi. */
const START = Date.parse('2026-11-02T06:00:00Z')

let at = START
let service: TestService
beforeAll(async () => {
  useClock(() => at)
  service = await startTestService({ DEMO_CONTENT: 'on' })
})
afterAll(async () => {
  await service.stop()
  useSystemClock()
})

interface OutboxEvent {
  route: string
  body: Record<string, unknown>
  key: string
}

/** Sends requests with a new access token, which lasts some minutes. */
async function signIn({ email, password }: TestUser) {
  const login = await service.call('POST /auth/login', { body: { email, password } })
  const token = login.body.data.accessToken
  return async (route: string, body?: object, key?: string) => {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    return (await service.call(route, { token, body, headers })).body
  }
}
type Send = Awaited<ReturnType<typeof signIn>>

// biome-ignore lint/suspicious/noExplicitAny: the responses of the service.
type Data = any

/** The lessons of all free courses but their last ones, which would add the bonus of the course. */
async function listLessons(send: Send): Promise<Data[]> {
  const lessons: Data[] = []
  for (const { id, isPremium } of (await send('GET /course?limit=20')).data) {
    if (isPremium) continue
    await send(`POST /user-courses/enroll/${id}`, {})
    lessons.push(...(await send(`GET /course/${id}/lessons`)).data.slice(0, -1))
  }
  return lessons
}

const questionsOf = (lesson: Data): Data[] =>
  lesson.slides.flatMap(({ question }: Data) => (question?.type === 'SINGLE_CHOICE' ? [question] : []))

/** Answers all questions of lessons wrong, so that they are due on the next day, until there are enough cards. */
async function learnOnline(send: Send, lessons: Data[]): Promise<{ lessons: number; cards: number }> {
  let [count, cards] = [0, 0]
  while (cards < 2 * REVIEWS_A_DAY) {
    const lesson = lessons[count++]
    for (const { id: questionId, correctIndex, options } of questionsOf(lesson)) {
      const selectedOption = (correctIndex + 1) % options.length
      const body = { questionId, selectedOption }
      const { data } = await send(`POST /user-lessons/${lesson.id}/answers`, body)
      expect(data.isCorrect).toBe(false)
      cards++
    }
    expect((await send(`POST /user-lessons/${lesson.id}/complete`, {})).success).toBe(true)
  }
  return { lessons: count, cards }
}

/** Reviews of two days: ten a day, the forgotten flashcards on both. */
function reviewOffline(cards: Data[], firstDay: number): OutboxEvent[] {
  const flashcards = cards.filter(({ flashcard }) => flashcard).slice(0, FORGOTTEN)
  expect(flashcards).toHaveLength(FORGOTTEN)
  const others = cards.filter((card) => !flashcards.includes(card)).slice(0, 2 * (REVIEWS_A_DAY - FORGOTTEN))
  const reviewOf = ({ id, question, repetition }: Data, day: number, index: number, again = false) => ({
    route: `POST /review/cards/${id}/answers`,
    body: {
      repetition: repetition + (again && day === 1 ? 1 : 0),
      ...(question
        ? { answer: { selectedOption: index % question.options.length } }
        : { rating: again && day === 0 ? 'AGAIN' : 'GOOD' }),
      occurredAt: new Date(firstDay + day * DAY_MS + (60 + index) * MINUTE_MS).toISOString(),
    },
    key: Bun.randomUUIDv7(),
  })
  return [0, 1].flatMap((day) => [
    ...flashcards.map((card, index) => reviewOf(card, day, index, true)),
    ...others
      .filter((_, index) => index % 2 === day)
      .map((card, index) => reviewOf(card, day, FORGOTTEN + index)),
  ])
}

/** Right answers to the questions of lessons, and the completions of these lessons. */
function learnOffline(lessons: Data[], count: number, firstDay: number) {
  const events: OutboxEvent[] = []
  const questions: string[] = []
  const completed: Data[] = []
  const add = (route: string, body: object) => {
    const occurredAt = new Date(firstDay + events.length * MINUTE_MS).toISOString()
    events.push({ route, body: { ...body, occurredAt }, key: Bun.randomUUIDv7() })
  }
  for (const lesson of lessons) {
    const path = `POST /user-lessons/${lesson.id}`
    for (const { id: questionId, correctIndex: selectedOption } of questionsOf(lesson)) {
      if (events.length >= count - 1) break
      add(`${path}/answers`, { questionId, selectedOption })
      questions.push(questionId)
    }
    add(`${path}/complete`, {})
    completed.push(lesson)
    if (events.length >= count) break
  }
  return { events, questions, completed }
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)
}

/** An event may arrive before the one that it follows. */
const OUT_OF_ORDER = /^(?:LESSON_LOCKED|REVIEW_REPETITION_MISMATCH|IDEMPOTENCY_IN_PROGRESS)$/

/** Sends events in this order, eight at a time, and returns those that were refused because of the order. */
async function sendAll(send: Send, events: OutboxEvent[]): Promise<OutboxEvent[]> {
  const queue = events[Symbol.iterator]()
  const refused: OutboxEvent[] = []
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const event of queue) {
        const { success, error } = await send(event.route, event.body, event.key)
        if (success) continue
        expect([event.route, error.code]).toEqual([event.route, expect.stringMatching(OUT_OF_ORDER)])
        refused.push(event)
      }
    }),
  )
  return refused
}

/** Everything that an event may count in. */
async function stateOf(userId: UserId, send: Send) {
  const { query } = service.test.database
  await countAnswers({ db: query, write: createWrite(service.test.database, reactionTable([]), () => {}) })
  const transfers = await query`
    select asset, amount::integer as amount, count(*)::integer as count
    from ledger_entry where account = ${`user:${userId}`} group by 1, 2 order by 1, 2`
  const days = await query<{ day: string }>`
    select day::text as day from streak_day where user_id = ${userId} order by day`
  const log = await query<{ day: string; reviews: number }>`
    select after ->> 'lastReviewedOn' as day, count(*)::integer as reviews
    from review_log where user_id = ${userId} and source = 'REVIEW' group by 1 order by 1`
  const cards = await query`
    select id, repetitions, lapses, logged_answers as "loggedAnswers", stability, due_on::text as "dueOn"
    from review_card where user_id = ${userId} order by id`
  const answers = await query`
    select question_id as id, is_correct as "isCorrect" from lesson_answer where user_id = ${userId} order by 1`
  const { totalXP, totalGems, currentStreak } = (await send('GET /user/profile')).data
  const courses: Data[] = (await send('GET /user-courses')).data
  return {
    transfers: [...transfers],
    days: days.map(({ day }) => day),
    log: Object.fromEntries(log.map(({ day, reviews }) => [day, reviews])),
    cards: [...cards],
    answers: [...answers],
    mastery: (await masteryOf(query, userId)).map(({ skill, answers: count, rating }) => ({
      skill,
      count,
      rating,
    })),
    totalXP,
    totalGems,
    currentStreak,
    completed: courses.reduce((sum, { completedLessons }) => sum + completedLessons, 0),
  }
}

/** How many of the questions belong to each skill. */
async function skillCounts(ids: string[]): Promise<Record<string, number>> {
  const rows = await service.test.database.query<{ id: string; skill: string | null }>`
    select id, skill from question where id = any(${ids}::uuid[])`
  const skills = new Map(rows.map(({ id, skill }) => [id, skill]))
  const counts: Record<string, number> = {}
  for (const id of ids) {
    const skill = skills.get(id)
    if (skill) counts[skill] = (counts[skill] ?? 0) + 1
  }
  return counts
}

test.each(SEEDS)(
  'an outbox of 50 events of two days that is sent twice in random order counts each event once (seed %d)',
  async (seed) => {
    // Each seed has its own learner and its own days.
    const start = START + SEEDS.indexOf(seed) * 7 * DAY_MS
    at = start
    const user = await service.register({ timeZone: 'Africa/Nairobi' })
    let send = await signIn(user)
    const lessons = await listLessons(send)
    const online = await learnOnline(send, lessons)
    const onlineLessons = lessons.slice(0, online.lessons)

    at = start + DAY_MS
    send = await signIn(user)
    const { cards } = (await send('GET /review/session?limit=100')).data
    const reviews = reviewOffline(cards, at)
    const offline = learnOffline(lessons.slice(online.lessons), EVENTS - reviews.length, at)
    const events = [...offline.events, ...reviews]
    expect(events).toHaveLength(EVENTS)

    // The evening of the second day.
    at = start + 2 * DAY_MS + 12 * HOUR_MS
    send = await signIn(user)
    const random = seededRandom(seed)
    const refused = new Set(await sendAll(send, shuffled(events, random)))
    expect(refused.size).toBeGreaterThan(0)
    // Half of the second sending has other keys, as from a device that has lost them.
    const again = events.map((event) => (random() < 0.5 ? event : { ...event, key: `${event.key}.again` }))
    await sendAll(send, shuffled(again, random))
    // What came before the lesson or the repetition in front of it is accepted in order.
    for (const { route, body, key } of events)
      expect([route, (await send(route, body, `${key}.last`)).success]).toEqual([route, true])

    const state = await stateOf(user.id as UserId, send)
    const done = [...onlineLessons, ...offline.completed]
    const xp = done.reduce((sum, { xpReward }) => sum + xpReward, 0)
    const gems = done.reduce((sum, { gemReward }) => sum + gemReward, 0) + STREAK_GEMS
    expect(state).toMatchObject({ totalXP: xp, totalGems: gems, currentStreak: 3, completed: done.length })
    const total = (asset: string) =>
      (state.transfers as { asset: string; amount: number; count: number }[])
        .filter((transfer) => transfer.asset === asset)
        .reduce(([sum, count], each) => [sum! + each.amount * each.count, count! + each.count], [0, 0])
    expect(total('XP')).toEqual([xp, done.length])
    expect(total('GEM')).toEqual([gems, done.filter(({ gemReward }) => gemReward > 0).length + 1])

    const dayOf = (day: number) => new Date(start + day * DAY_MS).toISOString().slice(0, 10)
    expect(state.days).toEqual([dayOf(0), dayOf(1), dayOf(2)])
    expect(state.log).toEqual({ [dayOf(1)]: REVIEWS_A_DAY, [dayOf(2)]: REVIEWS_A_DAY })
    expect(state.answers).toHaveLength(online.cards + offline.questions.length)

    const reviewed = cards.flatMap(({ id, question }: Data) =>
      question && reviews.some(({ route }) => route.includes(id)) ? [question.id] : [],
    )
    const questions = [...onlineLessons.flatMap(questionsOf).map(({ id }) => id), ...offline.questions]
    expect(Object.fromEntries(state.mastery.map(({ skill, count }) => [skill, count]))).toEqual(
      await skillCounts([...questions, ...reviewed]),
    )

    // A last sending changes nothing, not even a rating or an interval.
    await sendAll(
      send,
      shuffled(events, random).map((event) => ({ ...event, key: `${event.key}.late` })),
    )
    expect(await stateOf(user.id as UserId, send)).toEqual(state)
  },
)
