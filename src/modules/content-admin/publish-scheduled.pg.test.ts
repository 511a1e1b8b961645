import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { publicationRefused } from '../../events/publishing.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Write } from '../../platform/transaction/write.ts'
import {
  type AdminFixture,
  COURSE,
  createAdminFixture,
  LESSON,
  publishedCourse,
} from '../admin/admin-testbed.ts'
import { lockCatalog } from '../authoring/public/change-catalog.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { unscheduleContent } from '../publishing/public/schedule.ts'
import { publishScheduled } from './publish-scheduled.ts'

let fixture: AdminFixture
let platform: TestPlatform
let author: TestUser
let learner: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ CREATOR_DAILY_GEMS: '1000', CREATOR_COURSE_GEMS: '500' })
  platform = await openTestPlatform(fixture.service.test, {
    isBesideService: true,
    settings: { CREATOR_DAILY_GEMS: '1000', CREATOR_COURSE_GEMS: '500' },
    reactions: () =>
      reactionTable([on(publicationRefused, { jobs: [defineJob('notifications.notify_users')] })]),
  })
  author = await fixture.staff('CREATOR')
  learner = await fixture.service.register()
})
afterAll(async () => {
  await platform.close()
  await fixture.stop()
})

const TIME = new Date(Math.floor(Date.now() / 1_000) * 1_000 + HOUR_MS)
const SCHEDULE = { publishAt: TIME.toISOString() }
const as = (route: string, body?: unknown, user = author) => fixture.call(route, body, user)
const data = async (route: string, body?: unknown, user = author) => (await as(route, body, user)).body.data
const run = (now = TIME, deps: Parameters<typeof publishScheduled>[0] = platform) =>
  publishScheduled(deps, { now })
/** What learners see. The service learns of a publication by a message, which may come later. */
const learnersSee = async (route: string, expected: { status: number; title?: string }) => {
  await waitUntil(async () => {
    const { status, body } = await fixture.call(route, undefined, learner)
    return status === expected.status && (!expected.title || body.data.title === expected.title)
  })
}
const statusOf = async (courseId: string) =>
  (await fixture.call(`GET /admin/courses/${courseId}`)).body.data.status
const db = () => fixture.service.test.database.query

async function draftCourse(user = author): Promise<{ courseId: string; lessonId: string }> {
  const courseId = (await data('POST /admin/courses', COURSE, user)).id
  return { courseId, lessonId: (await data(`POST /admin/courses/${courseId}/lessons`, LESSON, user)).id }
}

/** A draft with a published lesson, and a schedule. */
async function scheduledCourse(user = author): Promise<{ courseId: string; lessonId: string }> {
  const ids = await draftCourse(user)
  await as(`POST /admin/lessons/${ids.lessonId}/publish`, undefined, user)
  await as(`PUT /admin/courses/${ids.courseId}/schedule`, SCHEDULE, user)
  return ids
}

const notificationsOf = (user: TestUser) =>
  db()<{ title: string; body: string; link: string }>`
    select title, body, link from notification where user_id = ${user.id} and type = 'SYSTEM' order by created_at, id`
const publicationsOf = async (id: string) =>
  (await db()`select from content_revision where subject_id = ${id} and act = 'PUBLISHED'`).length

describe('a schedule', () => {
  test('publishes a lesson and its course at their time, as they are then, and in the name of the author', async () => {
    const { courseId, lessonId } = await draftCourse()
    const lesson = await data(`PUT /admin/lessons/${lessonId}/schedule`, SCHEDULE)
    expect(lesson).toMatchObject({
      status: 'DRAFT',
      version: 1,
      schedule: { ...SCHEDULE, userId: author.id, includeLessons: false },
    })
    // The lesson counts, because it is published first.
    const course = await data(`PUT /admin/courses/${courseId}/schedule`, SCHEDULE)
    expect(course).toMatchObject({ status: 'DRAFT', totalLessons: 0, schedule: SCHEDULE })
    await as(`PATCH /admin/lessons/${lessonId}`, { title: 'After the schedule' })
    expect(await data(`GET /admin/courses/${courseId}`)).toEqual(course)

    await run(new Date(TIME.getTime() - 1))
    expect(await statusOf(courseId)).not.toBe('PUBLISHED')
    await run()
    await run()
    await learnersSee(`GET /course/${courseId}`, { status: 200 })
    await learnersSee(`GET /lesson/${lessonId}`, { status: 200, title: 'After the schedule' })
    for (const [kind, id] of [
      ['courses', courseId],
      ['lessons', lessonId],
    ] as const) {
      const [revision] = await data(`GET /admin/${kind}/${id}/history`)
      expect(revision).toMatchObject({ act: 'PUBLISHED', authorId: author.id, createdAt: TIME.toISOString() })
      expect(await data(`GET /admin/${kind}/${id}`)).toMatchObject({ status: 'PUBLISHED', schedule: null })
    }
    const log = await fixture.log(`&subjectId=${courseId}`)
    expect(log.map(({ act, actorId }) => [act, actorId]).slice(0, 2)).toEqual([
      ['course.published', author.id],
      ['course.scheduled', author.id],
    ])
  })

  test('publishes the changes of a published course, and those of its lessons if it includes them', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, author)
    for (const [includeLessons, lessonTitle] of [
      [false, LESSON.title],
      [true, 'New'],
    ] as const) {
      await as(`PATCH /admin/courses/${courseId}`, { title: `With lessons: ${includeLessons}` })
      await as(`PATCH /admin/lessons/${lessonId}`, { title: 'New' })
      await as(`PUT /admin/courses/${courseId}/schedule`, { ...SCHEDULE, includeLessons })
      await run()
      const title = `With lessons: ${includeLessons}`
      await learnersSee(`GET /course/${courseId}`, { status: 200, title })
      await learnersSee(`GET /lesson/${lessonId}`, { status: 200, title: lessonTitle })
    }
    expect(await publicationsOf(lessonId)).toBe(2)
  })

  test('is refused as the publication would be, and the trial leaves nothing behind', async () => {
    const { courseId, lessonId } = await draftCourse()
    const path = `PUT /admin/courses/${courseId}/schedule`
    const code = async (body: object, route = path) => (await as(route, body)).body.error.code
    expect(await code(SCHEDULE)).toBe('COURSE_HAS_NO_LESSONS')
    // A lesson that comes later does not help.
    await as(`PUT /admin/lessons/${lessonId}/schedule`, {
      publishAt: new Date(TIME.getTime() + 1).toISOString(),
    })
    expect(await code(SCHEDULE)).toBe('COURSE_HAS_NO_LESSONS')
    await as(`POST /admin/lessons/${lessonId}/publish`)
    for (const publishAt of [
      new Date(Date.now() - 1_000).toISOString(),
      new Date(Date.now() + 367 * DAY_MS).toISOString(),
    ])
      expect(await code({ publishAt })).toBe('PUBLICATION_TIME_UNUSABLE')
    for (const body of [{}, { publishAt: 'tomorrow' }, { publishAt: null }])
      expect((await as(path, body)).status).toBe(400)
    await as(`PATCH /admin/courses/${courseId}`, { bonusGems: 501 })
    expect(await code(SCHEDULE)).toBe('REWARD_NEEDS_ADMIN')
    const stale = await fixture.call(path, SCHEDULE, author, { 'if-match': '"1"' })
    expect([stale.status, stale.body.error.code]).toEqual([412, 'VERSION_CHANGED'])

    await as(`PATCH /admin/courses/${courseId}`, { bonusGems: 100 })
    const { version } = await data(`GET /admin/courses/${courseId}`)
    expect(await data(path, SCHEDULE)).toMatchObject({ status: 'DRAFT', version, schedule: SCHEDULE })
    expect(await statusOf(courseId)).not.toBe('PUBLISHED')
    const promised =
      await db()`select from author_daily_promise where user_id = ${author.id} and day >= ${TIME}::date + 1`
    expect(promised).toHaveLength(0)
    expect((await as(`DELETE /admin/courses/${courseId}/schedule`)).body.data.schedule).toBeNull()
    expect((await as(`DELETE /admin/courses/${courseId}/schedule`)).status).toBe(200)
    await run()
    expect(await statusOf(courseId)).not.toBe('PUBLISHED')
  })

  test('is seen by the authors of the course alone, and another time replaces it', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const later = new Date(TIME.getTime() + HOUR_MS).toISOString()
    await as(`PUT /admin/courses/${courseId}/schedule`, SCHEDULE)
    expect(
      (await data(`PUT /admin/courses/${courseId}/schedule`, { publishAt: later })).schedule.publishAt,
    ).toBe(later)
    await as(`PATCH /admin/courses/${courseId}`, { title: 'Later' })
    const other = await fixture.staff('CREATOR')
    expect((await data(`GET /admin/courses/${courseId}`, undefined, other)).schedule).toBeNull()
    await run()
    expect((await data(`GET /admin/courses/${courseId}`)).hasUnpublishedChanges).toBe(true)
    await run(new Date(later))
    expect((await data(`GET /admin/courses/${courseId}`)).hasUnpublishedChanges).toBe(false)
  })

  test('ends with a publication by hand and with archiving, also of the course of a lesson', async () => {
    const schedule = async (path: string) => (await data(`GET /admin/${path}`)).schedule
    const { courseId, lessonId } = await scheduledCourse()
    await as(`POST /admin/courses/${courseId}/publish`)
    expect(await schedule(`courses/${courseId}`)).toBeNull()
    await as(`PATCH /admin/lessons/${lessonId}`, { title: 'New' })
    await as(`PUT /admin/lessons/${lessonId}/schedule`, SCHEDULE)
    await as(`POST /admin/lessons/${lessonId}/publish`)
    expect(await schedule(`lessons/${lessonId}`)).toBeNull()
    await as(`PUT /admin/lessons/${lessonId}/schedule`, SCHEDULE)
    await as(`PUT /admin/courses/${courseId}/schedule`, SCHEDULE)
    await as(`POST /admin/courses/${courseId}/archive`)
    expect([await schedule(`courses/${courseId}`), await schedule(`lessons/${lessonId}`)]).toEqual([
      null,
      null,
    ])
    await as(`PUT /admin/lessons/${lessonId}/schedule`, SCHEDULE)
    await as(`POST /admin/lessons/${lessonId}/archive`)
    expect(await schedule(`lessons/${lessonId}`)).toBeNull()
    await run()
    expect(await statusOf(courseId)).not.toBe('PUBLISHED')
  })
})

/** Starts workers that find what is due and then wait for the catalog, changes something meanwhile, and lets them go on. */
async function whileWaiting(workers: number, change: (tx: Tx) => Promise<unknown> = async () => {}) {
  const waiting = async () =>
    (
      await db()`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length
  let runs: Promise<void>[] = []
  await platform.write(async (tx) => {
    await lockCatalog(tx)
    runs = Array.from({ length: workers }, () => run())
    await waitUntil(async () => (await waiting()) >= workers)
    await change(tx)
  })
  await Promise.all(runs)
}

test('a schedule that is cancelled while a worker waits is not followed', async () => {
  const { courseId } = await scheduledCourse()
  await whileWaiting(2, (tx) => unscheduleContent(tx, { kind: 'COURSE', id: courseId as CourseId }))
  expect(await statusOf(courseId)).toBe('DRAFT')
})

test('content is published once by many workers, and after a process that dies before the commit', async () => {
  const creator = await fixture.staff('CREATOR')
  const { courseId } = await scheduledCourse(creator)
  const killed = Object.assign(
    (work: Parameters<Write>[0]) =>
      platform.write(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }),
    { withEvents: platform.write.withEvents, shared: platform.write.shared },
  ) as Write
  await expect(run(TIME, { ...platform, write: killed })).rejects.toThrow(courseId)
  expect(await statusOf(courseId)).not.toBe('PUBLISHED')
  expect((await data(`GET /admin/courses/${courseId}`, undefined, creator)).schedule).toMatchObject(SCHEDULE)

  await whileWaiting(5)
  await learnersSee(`GET /course/${courseId}`, { status: 200 })
  expect(await publicationsOf(courseId)).toBe(1)
  const log = await fixture.log(`&subjectId=${courseId}`)
  expect(log.filter(({ act }) => act === 'course.published')).toHaveLength(1)
  const [promise] = await db()<{ gems: number }>`
    select gems::integer as gems from author_daily_promise where user_id = ${creator.id}`
  expect(promise!.gems).toBe(COURSE.bonusGems + LESSON.gemReward)
})

describe('a schedule that cannot be followed', () => {
  test('ends, and its author gets one notification with the reason', async () => {
    const creator = await fixture.staff('CREATOR')
    const { courseId, lessonId } = await scheduledCourse(creator)
    await as(`POST /admin/lessons/${lessonId}/archive`, undefined, creator)
    await run()
    await run()
    await waitUntil(async () => (await notificationsOf(creator)).length > 0)
    expect(await notificationsOf(creator)).toEqual([
      {
        title: `“${COURSE.title}” was not published`,
        body: expect.stringContaining('no published lesson'),
        link: `studio/courses/${courseId}`,
      },
    ])
    expect((await data(`GET /admin/courses/${courseId}`, undefined, creator)).schedule).toBeNull()
    expect(await statusOf(courseId)).not.toBe('PUBLISHED')
  })

  test('names the limit of rewards and the budget of the day', async () => {
    const creator = await fixture.staff('CREATOR')
    const { courseId } = await scheduledCourse(creator)
    await as(`PATCH /admin/courses/${courseId}`, { bonusGems: 501 }, creator)
    await run()
    await waitUntil(async () => (await notificationsOf(creator)).length === 1)
    await as(`PATCH /admin/courses/${courseId}`, { bonusGems: 400 }, creator)
    await as(`PUT /admin/courses/${courseId}/schedule`, SCHEDULE, creator)
    await db()`
      insert into author_daily_promise (user_id, day, xp, gems)
      values (${creator.id}, (${TIME}::timestamptz at time zone 'UTC')::date, 0, 700)`
    await run()
    await waitUntil(async () => (await notificationsOf(creator)).length === 2)
    const bodies = (await notificationsOf(creator)).map(({ body }) => body)
    expect(bodies).toEqual([expect.stringContaining('above the limit'), expect.stringContaining('in a day')])
    expect((await data(`GET /admin/courses/${courseId}`, undefined, creator)).status).toBe('DRAFT')
  })

  test('of an author who lost the role also tells the owner', async () => {
    const [owner, coAuthor] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
    const { courseId, lessonId } = await draftCourse(owner)
    await as(`POST /admin/courses/${courseId}/authors`, { userId: coAuthor.id }, owner)
    await waitUntil(async () => (await notificationsOf(coAuthor)).length === 1)
    await as(`PUT /admin/lessons/${lessonId}/schedule`, SCHEDULE, coAuthor)
    await db()`update user_account set role = 'USER' where id = ${coAuthor.id}`
    await run()
    await waitUntil(async () => (await notificationsOf(owner)).length === 1)
    expect((await notificationsOf(owner))[0]!.body).toContain('may no longer publish it')
    await waitUntil(async () => (await notificationsOf(coAuthor)).length === 2)
    expect((await data(`GET /admin/lessons/${lessonId}`, undefined, owner)).status).toBe('DRAFT')
  })
})

test('a co-author is told, can leave alone, and what this author scheduled is published for the owner', async () => {
  const [owner, coAuthor] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
  const { courseId, lessonId } = await draftCourse(owner)
  await as(`POST /admin/courses/${courseId}/authors`, { userId: coAuthor.id }, owner)
  await waitUntil(async () => (await notificationsOf(coAuthor)).length === 1)
  expect((await notificationsOf(coAuthor))[0]!.body).toContain('You can leave it')
  await as(`PUT /admin/lessons/${lessonId}/schedule`, SCHEDULE, coAuthor)
  await as(`PUT /admin/courses/${courseId}/schedule`, SCHEDULE, coAuthor)
  const left = await as(`DELETE /admin/courses/${courseId}/authors/${coAuthor.id}`, undefined, coAuthor)
  expect(left.status).toBe(200)
  expect((await as(`GET /admin/courses/${courseId}`, undefined, coAuthor)).status).toBe(404)
  await run()
  const [revision] = await data(`GET /admin/courses/${courseId}/history`, undefined, owner)
  expect(revision).toMatchObject({ act: 'PUBLISHED', authorId: owner.id })
  expect(await notificationsOf(owner)).toEqual([])
})

test('a transfer keeps the schedule: the previous owner stays an author', async () => {
  const [owner, next] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
  const { courseId } = await scheduledCourse(owner)
  await as(`POST /admin/courses/${courseId}/transfer`, { userId: next.id }, owner)
  expect((await data(`GET /admin/courses/${courseId}`, undefined, next)).schedule.userId).toBe(owner.id)
  await run()
  await learnersSee(`GET /course/${courseId}`, { status: 200 })
})
