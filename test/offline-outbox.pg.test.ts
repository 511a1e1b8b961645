import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seededRandom } from './harness/random.ts'
import { startTestService, type TestService } from './harness/service.ts'

// An outbox of a device that was offline, sent by a client that does not keep the order.

const SEED = Number(process.env.OUTBOX_SEED ?? 20_261_116)
const EVENTS = 50

let service: TestService
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
})
afterAll(() => service.stop())

interface OutboxEvent {
  route: string
  body: Record<string, unknown>
  key: string
}

test('an outbox of 50 events that is sent twice in random order counts each event once', async () => {
  const { accessToken: token } = await service.register({ timeZone: 'Africa/Nairobi' })
  const { body: found } = await service.call('GET /course?limit=20', { token })
  const events: OutboxEvent[] = []
  let xp = 0
  let completions = 0
  let answers = 0
  const occurredAt = new Date().toISOString()
  for (const { id, isPremium } of found.data) {
    if (isPremium || events.length >= EVENTS) continue
    await service.call(`POST /user-courses/enroll/${id}`, { token })
    const { body: lessons } = await service.call(`GET /course/${id}/lessons`, { token })
    // Without the last lesson, which would add the bonus of the course.
    for (const lesson of lessons.data.slice(0, -1)) {
      const path = `POST /user-lessons/${lesson.id}`
      for (const { question } of lesson.slides) {
        if (question?.type !== 'SINGLE_CHOICE' || events.length >= EVENTS - 1) continue
        const body = { questionId: question.id, selectedOption: question.correctIndex, occurredAt }
        events.push({ route: `${path}/answers`, body, key: Bun.randomUUIDv7() })
        answers++
      }
      if (events.length >= EVENTS) break
      events.push({ route: `${path}/complete`, body: { occurredAt }, key: Bun.randomUUIDv7() })
      completions++
      xp += lesson.xpReward
    }
  }
  expect(events).toHaveLength(EVENTS)

  const send = async ({ route, body, key }: OutboxEvent, suffix = '') =>
    (await service.call(route, { token, body, headers: { 'idempotency-key': key + suffix } })).body
  const random = seededRandom(SEED)
  const shuffled = [...events, ...events]
    .map((event) => ({ event, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ event }) => event)
  const queue = shuffled[Symbol.iterator]()
  const refused = new Set<string>()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const event of queue) {
        const answer = await send(event)
        if (answer.success) continue
        expect([event.route, answer.error.code]).toEqual([
          event.route,
          expect.stringMatching(/^(?:LESSON_LOCKED|IDEMPOTENCY_IN_PROGRESS)$/),
        ])
        refused.add(event.key)
      }
    }),
  )
  expect(refused.size).toBeGreaterThan(0)
  // What came before the lesson in front of it is accepted in order; an accepted event changes nothing any more.
  for (const event of events) expect((await send(event, '.again')).success).toBe(true)

  const { body: profile } = await service.call('GET /user/profile', { token })
  expect(profile.data).toMatchObject({ totalXP: xp, currentStreak: 1 })
  const { body: courses } = await service.call('GET /user-courses', { token })
  const done = courses.data.map(({ completedLessons }: { completedLessons: number }) => completedLessons)
  expect(done.reduce((sum: number, count: number) => sum + count, 0)).toBe(completions)
  const rows = await service.test.database.query<{
    answers: number
  }>`select count(*)::integer as answers from lesson_answer`
  expect(rows[0]!.answers).toBe(answers)
})
