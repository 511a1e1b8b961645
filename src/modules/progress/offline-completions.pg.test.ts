import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createLearningTestbed, type LearningTestbed } from '../../../test/harness/learning-testbed.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, now, useSystemClock } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'

let testbed: LearningTestbed
let user: UserId
let course: { id: string; lessons: string[] }
beforeAll(async () => {
  testbed = await createLearningTestbed()
  course = await testbed.course('chain-basics')
})
afterAll(() => testbed.stop())
beforeEach(async () => {
  user = await testbed.addUser('Africa/Nairobi')
})
afterEach(() => useSystemClock())

const enroll = () => testbed.call(`POST /user-courses/enroll/${course.id}`, user)
const complete = (index: number, occurredAt?: Date) =>
  testbed.call(`POST /user-lessons/${course.lessons[index]}/complete`, user, {
    ...(occurredAt ? { occurredAt: occurredAt.toISOString() } : {}),
  })
const streakDays = async () =>
  (
    await testbed.platform.db<{ day: string }>`
      select day::text as day from streak_day where user_id = ${user} order by day`
  ).map(({ day }) => day)
/** The next midnight in Nairobi, which has UTC+3 all year, plus some days. */
const midnight = (days = 0) => {
  const local = addMs(now(), 3 * HOUR_MS)
  return addMs(
    new Date(`${local.toISOString().slice(0, 10)}T00:00:00.000Z`),
    (1 + days) * DAY_MS - 3 * HOUR_MS,
  )
}
const nairobiDay = (at: Date) =>
  addMs(at, 3 * HOUR_MS)
    .toISOString()
    .slice(0, 10)

describe('a completion that is sent later', () => {
  test('occurredAt decides the streak day in the time zone of the learner', async () => {
    const clock = createTestClock()
    await enroll()
    const last = addMs(midnight(), -MINUTE_MS)
    clock.advance(midnight().getTime() - now().getTime() + 20 * HOUR_MS)
    // Both have one date in UTC, and two dates in Nairobi.
    const first = await complete(0, last)
    const second = await complete(1, addMs(last, 2 * MINUTE_MS))
    expect([first.status, second.status]).toEqual([200, 200])
    expect([first.body.data.streakDays, second.body.data.streakDays]).toEqual([1, 2])
    expect(await streakDays()).toEqual([nairobiDay(last), nairobiDay(addMs(last, 2 * MINUTE_MS))])
  })

  test('the response shows the streak of today, which has ended since the activity', async () => {
    const clock = createTestClock()
    await enroll()
    const occurredAt = now()
    clock.advance(47 * HOUR_MS)
    const { body } = await complete(0, occurredAt)
    expect(body.data).toMatchObject({
      xpEarned: 20,
      streakDays: nairobiDay(now()) > nairobiDay(addMs(occurredAt, DAY_MS)) ? 0 : 1,
    })
    expect(await streakDays()).toEqual([nairobiDay(occurredAt)])
  })

  test('a completion older than the last activity pays but does not change the streak', async () => {
    const clock = createTestClock()
    await enroll()
    const before = now()
    clock.advance(DAY_MS)
    await complete(0)
    const late = await complete(1, before)
    expect(late.body.data).toMatchObject({ streakDays: 1, xpEarned: 30 })
    expect(await streakDays()).toEqual([nairobiDay(now())])
  })

  test('a time outside of the limits is refused with its own code and changes nothing', async () => {
    const clock = createTestClock()
    await enroll()
    clock.advance(3 * DAY_MS)
    for (const [occurredAt, code] of [
      [addMs(now(), 2 * MINUTE_MS), 'OCCURRED_IN_FUTURE'],
      [addMs(now(), -48 * HOUR_MS - MINUTE_MS), 'OCCURRED_TOO_LONG_AGO'],
    ] as const) {
      const { status, body } = await complete(0, occurredAt)
      expect([status, body.error.code]).toEqual([422, code])
    }
    const other = await testbed.addUser()
    const { status, body } = await testbed.call(`POST /user-lessons/${course.lessons[0]}/complete`, other, {
      occurredAt: addMs(now(), -HOUR_MS).toISOString(),
    })
    expect([status, body.error.code]).toEqual([422, 'OCCURRED_BEFORE_ENROLLMENT'])
    expect((await testbed.call('GET /user-courses', other)).body.data).toEqual([])
    expect(await streakDays()).toEqual([])
    expect(
      (await testbed.call(`POST /user-lessons/${course.lessons[0]}/complete`, user, { occurredAt: 'soon' }))
        .status,
    ).toBe(400)
  })

  test('a completion that is repeated after its key has expired pays nothing', async () => {
    const clock = createTestClock()
    await enroll()
    const occurredAt = now()
    const first = await complete(0, occurredAt)
    clock.advance(30 * HOUR_MS)
    const again = await complete(0, occurredAt)
    expect(again.body.data).toMatchObject({ xpEarned: 0, newTotalXP: first.body.data.newTotalXP })
  })

  test('a completion stores the time at which it happened and the time at which it arrived', async () => {
    const clock = createTestClock()
    await enroll()
    const occurredAt = now()
    clock.advance(DAY_MS)
    await complete(0, occurredAt)
    const [row] = await testbed.platform.db<{ completedAt: Date; occurredAt: Date }>`
      select completed_at as "completedAt", occurred_at as "occurredAt" from lesson_completion where user_id = ${user}`
    expect(row!.occurredAt.getTime()).toBe(occurredAt.getTime())
    expect(row!.completedAt.getTime() - occurredAt.getTime()).toBeGreaterThanOrEqual(DAY_MS)
  })
})

describe('an answer that is sent later', () => {
  test('an answer stores its own time, and a time outside of the limits is refused', async () => {
    const clock = createTestClock()
    await enroll()
    const occurredAt = now()
    const { body } = await testbed.call(`GET /lesson/${course.lessons[0]}`, user)
    const { question } = body.data.slides.find(({ type }: { type: string }) => type === 'QUIZ')
    const answer = (at: Date) =>
      testbed.call(`POST /user-lessons/${course.lessons[0]}/answers`, user, {
        questionId: question.id,
        selectedOption: 0,
        occurredAt: at.toISOString(),
      })
    clock.advance(DAY_MS)
    expect((await answer(addMs(now(), -3 * DAY_MS))).body.error.code).toBe('OCCURRED_TOO_LONG_AGO')
    expect((await answer(occurredAt)).status).toBe(200)
    const [row] = await testbed.platform.db<{ answeredAt: Date }>`
      select answered_at as "answeredAt" from lesson_answer where user_id = ${user}`
    expect(row!.answeredAt.getTime()).toBe(occurredAt.getTime())
  })
})

describe('GET /course/:courseId/lessons', () => {
  const download = (userId: UserId) => testbed.call(`GET /course/${course.id}/lessons`, userId)

  test('an enrolled learner downloads all lessons, also locked ones, as GET /lesson shows them', async () => {
    expect((await download(user)).body.error.code).toBe('NOT_ENROLLED')
    await enroll()
    await complete(0)
    const { status, body } = await download(user)
    expect(status).toBe(200)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(course.lessons)
    expect((await testbed.call(`GET /lesson/${course.lessons[2]}`, user)).body.error.code).toBe(
      'LESSON_LOCKED',
    )
    for (const index of [0, 1]) {
      const read = await testbed.call(`GET /lesson/${course.lessons[index]}`, user)
      expect(body.data[index]).toEqual(read.body.data)
    }
  })
})
