import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { changesAnnounced } from '../../events/publishing.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import type { Write } from '../../platform/transaction/write.ts'
import { type AdminFixture, createAdminFixture, LESSON, publishedCourse } from '../admin/admin-testbed.ts'
import { announceChanges } from './announce-changes.ts'

let fixture: AdminFixture
let platform: TestPlatform
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  platform = await openTestPlatform(fixture.service.test, {
    isBesideService: true,
    reactions: () =>
      reactionTable([on(changesAnnounced, { jobs: [defineJob('notifications.notify_users')] })]),
  })
  author = await fixture.staff('CREATOR')
})
afterAll(async () => {
  await platform.close()
  await fixture.stop()
})

const as = (route: string, body?: unknown, user = author) => fixture.call(route, body, user)
const data = async (route: string, body?: unknown, user = author) => (await as(route, body, user)).body.data
const db = () => fixture.service.test.database.query
const inAnHour = () => addMs(new Date(), HOUR_MS + MINUTE_MS)
const announce = (now = inAnHour(), deps: Parameters<typeof announceChanges>[0] = platform) =>
  announceChanges(deps, { now })

let edits = 0
/** Publishes a change of a course or lesson. */
async function publishChange(path: string, body: object, user = author): Promise<number> {
  await as(`PATCH /admin/${path}`, { title: `Changed ${++edits}` }, user)
  return (await as(`POST /admin/${path}/publish`, body, user)).status
}

const messagesTo = ({ id }: { id: string }) =>
  db()<{ title: string; body: string; link: string }>`
    select title, body, link from notification where user_id = ${id} and type = 'COURSE_CHANGED' order by created_at, id`
const bodiesTo = async (user: { id: string }) => (await messagesTo(user)).map(({ body }) => body)

/** Waits until the jobs of all events have run: a job that has left the outbox is in the queue. */
const settled = () =>
  waitUntil(async () => {
    if ((await db()`select from outbox`).length > 0) return false
    const waiting = await db()`
      select from pgboss.job where name = 'notifications.notify_users' and state in ('created', 'active', 'retry')`
    return waiting.length === 0
  })

async function learner(courseId: string, lessonId: string | null): Promise<TestUser> {
  const user = await fixture.service.register()
  await as(`POST /user-courses/enroll/${courseId}`, undefined, user)
  if (lessonId) await complete(user, lessonId)
  return user
}
const complete = (user: TestUser, lessonId: string) => as(`POST /user-lessons/${lessonId}/complete`, {}, user)

describe('a note about changes', () => {
  test('reaches the learners who completed or began the lesson, and is shown with the course', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, author)
    const { slides } = await data(`GET /admin/lessons/${lessonId}`)
    const [completed, enrolled, begun] = [
      await learner(courseId, lessonId),
      await learner(courseId, null),
      await learner(courseId, null),
    ]
    const answer = { questionId: slides[1].questionId, selectedOption: 0 }
    expect((await as(`POST /user-lessons/${lessonId}/answers`, answer, begun)).status).toBeLessThan(300)
    await complete(author, lessonId)

    expect(await publishChange(`lessons/${lessonId}`, { changeNote: ' 5 < 6, and *new* pictures. ' })).toBe(
      200,
    )
    const title = 'Keeping keys safe'
    await waitUntil(
      async () => (await data(`GET /course/${courseId}`, undefined, enrolled)).changes.length > 0,
    )
    const { changes } = await data(`GET /course/${courseId}`, undefined, enrolled)
    expect(changes).toEqual([
      { note: '5 < 6, and *new* pictures.', lessonId, publishedAt: expect.stringMatching(/Z$/) },
    ])

    await announce(addMs(new Date(), HOUR_MS - MINUTE_MS))
    await settled()
    expect(await messagesTo(completed)).toEqual([])
    await announce()
    await announce()
    await settled()
    const message = {
      title: `“${title}” has changed`,
      body: 'What is new: 5 < 6, and *new* pictures.',
      link: `courses/${courseId}`,
    }
    expect([await messagesTo(completed), await messagesTo(begun)]).toEqual([[message], [message]])
    expect([await messagesTo(enrolled), await messagesTo(author)]).toEqual([[], []])
  })

  test('waits for others: learners get one message a day about a course, with what concerns them', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, author)
    const second = (await data(`POST /admin/courses/${courseId}/lessons`, LESSON)).id
    await as(`POST /admin/lessons/${second}/publish`)
    const [one, both] = [await learner(courseId, lessonId), await learner(courseId, lessonId)]
    await complete(both, second)
    await publishChange(`lessons/${lessonId}`, { changeNote: 'First.' })
    await publishChange(`lessons/${second}`, { changeNote: 'Second.' })
    await publishChange(`courses/${courseId}`, { changeNote: 'All.' })
    const start = inAnHour()
    await announce(start)
    await settled()
    expect(await bodiesTo(one)).toEqual(['What is new: First.\nAll.'])
    expect(await bodiesTo(both)).toEqual(['What is new: First.\nSecond.\nAll.'])

    await publishChange(`lessons/${second}`, { changeNote: 'Third.' })
    await announce(addMs(start, DAY_MS - MINUTE_MS))
    await settled()
    expect(await bodiesTo(both)).toHaveLength(1)
    await announce(addMs(start, DAY_MS))
    await settled()
    expect([await bodiesTo(one), (await bodiesTo(both)).slice(1)]).toEqual([
      ['What is new: First.\nAll.'],
      ['What is new: Third.'],
    ])
  })

  test('follows the preferences of the learner', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, author)
    const [quiet, other] = [await learner(courseId, lessonId), await learner(courseId, lessonId)]
    const channels = { COURSE_CHANGED: { inApp: false, push: false, email: false } }
    expect((await as('PUT /notifications/preferences', { channels }, quiet)).status).toBe(200)
    await publishChange(`lessons/${lessonId}`, { changeNote: 'New.' })
    await announce()
    await settled()
    expect([(await messagesTo(quiet)).length, (await messagesTo(other)).length]).toEqual([0, 1])
  })

  test('is ignored where learners had nothing before, and gone with an archived lesson', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, author)
    const second = (await data(`POST /admin/courses/${courseId}/lessons`, LESSON)).id
    expect((await as(`POST /admin/lessons/${second}/publish`, { changeNote: 'First time.' })).status).toBe(
      200,
    )
    expect((await as(`POST /admin/courses/${courseId}/publish`, { changeNote: 'Nothing.' })).status).toBe(200)
    const notes = () => db()<{ note: string }>`select note from change_note where course_id = ${courseId}`
    expect(await notes()).toHaveLength(0)
    // The changes of lessons are enough.
    const user = await learner(courseId, lessonId)
    await as(`PATCH /admin/lessons/${lessonId}`, { title: 'Other' })
    await as(`POST /admin/courses/${courseId}/publish`, { includeLessons: true, changeNote: 'A lesson.' })
    await publishChange(`lessons/${lessonId}`, { changeNote: 'Archived.' })
    expect(await notes()).toHaveLength(2)
    await as(`POST /admin/lessons/${lessonId}/archive`)
    await announce()
    await settled()
    expect(await bodiesTo(user)).toEqual(['What is new: A lesson.'])
    await waitUntil(async () => (await data(`GET /course/${courseId}`, undefined, user)).changes.length === 1)
  })

  test('is plain text of at most 500 characters', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, author)
    for (const path of [`lessons/${lessonId}`, `courses/${courseId}`]) {
      for (const changeNote of ['', ' ', 'x'.repeat(501), '<b>new</b>', 'a\u0000b', 'a\u202eb', 7, null])
        expect([changeNote, await publishChange(path, { changeNote })]).toEqual([changeNote, 400])
      expect(await publishChange(path, { changeNote: `Two\nlines ${'é'.repeat(480)}` })).toBe(200)
    }
  })

  test('is kept with a schedule', async () => {
    const { lessonId } = await publishedCourse(fixture, author)
    const publishAt = inAnHour().toISOString()
    const { schedule } = await data(`PUT /admin/lessons/${lessonId}/schedule`, {
      publishAt,
      changeNote: 'Soon.',
    })
    expect(schedule).toMatchObject({ publishAt, changeNote: 'Soon.' })
  })
})

test('all of many learners get a message once, also after a crash and with several workers', async () => {
  // Nothing of the tests above is left.
  await announce()
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  const count = 230
  const ids = Array.from({ length: count }, () => newId())
  await db()`
    insert into user_account (id, email, username, created_at)
    select id, id || '@notes.example', 'note' || number, now()
    from unnest(${ids}::uuid[]) with ordinality as input (id, number)`
  await db()`
    insert into enrollment (id, user_id, course_id, enrolled_at)
    select uuidv7(), id, ${courseId}::uuid, now() from unnest(${ids}::uuid[]) as id`
  await db()`
    insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
    select uuidv7(), id, ${lessonId}::uuid, ${courseId}::uuid, now() from unnest(${ids}::uuid[]) as id`
  await publishChange(`lessons/${lessonId}`, { changeNote: 'For all.' })

  // The first step is committed, the second one is not.
  let writes = 0
  const killed = Object.assign(
    (work: Parameters<Write>[0]) =>
      platform.write(async (tx) => {
        const result = await work(tx)
        if (++writes === 3) throw new Error('killed')
        return result
      }),
    { withEvents: platform.write.withEvents },
  ) as Write
  const now = inAnHour()
  await expect(announce(now, { ...platform, write: killed })).rejects.toThrow('killed')
  const notified = async () =>
    (
      await db()`
        select from notification where type = 'COURSE_CHANGED' and user_id = any(${ids}::uuid[])`
    ).length
  await settled()
  expect(await notified()).toBe(100)
  await Promise.all(Array.from({ length: 4 }, () => announce(now)))
  await settled()
  expect(await notified()).toBe(count)
  const rows = await db()`select from change_announcement where course_id = ${courseId}`
  expect(rows).toHaveLength(1)
})

test('workers that start together make one message', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  await publishChange(`lessons/${lessonId}`, { changeNote: 'Once.' })
  const workers = 4
  const waiting = async () =>
    (
      await db()`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length
  let runs: Promise<void>[] = []
  await platform.write(async (tx) => {
    await tx`select from change_note where course_id = ${courseId} for update`
    runs = Array.from({ length: workers }, () => announce())
    await waitUntil(async () => (await waiting()) >= workers)
  })
  await Promise.all(runs)
  expect(await db()`select from change_announcement where course_id = ${courseId}`).toHaveLength(1)
})
