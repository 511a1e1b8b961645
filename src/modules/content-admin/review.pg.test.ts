import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { publicationRefused } from '../../events/publishing.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { type AdminFixture, COURSE, createAdminFixture, LESSON } from '../admin/admin-testbed.ts'
import { publishScheduled } from './publish-scheduled.ts'

const SETTINGS = { REVIEW_BEFORE_PUBLISHING: 'on', CREATOR_COURSE_GEMS: '500' }
let fixture: AdminFixture
let platform: TestPlatform
let author: TestUser
let learner: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture(SETTINGS)
  platform = await openTestPlatform(fixture.service.test, {
    isBesideService: true,
    settings: SETTINGS,
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
const as = (route: string, body?: unknown, user = author) => fixture.call(route, body, user)
const asAdmin = (route: string, body?: unknown) => fixture.call(route, body)
const data = async (route: string, body?: unknown, user = author) => (await as(route, body, user)).body.data
const db = () => fixture.service.test.database.query
const submit = (courseId: string, body: object = {}, user = author) =>
  as(`POST /admin/courses/${courseId}/review-requests`, body, user)
const approve = (id: string) => asAdmin(`POST /admin/review-requests/${id}/approve`)
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]
const statusOf = async (path: string) => (await asAdmin(`GET /admin/${path}`)).body.data.status
const notificationsOf = (user: TestUser) =>
  db()<{ title: string; body: string }>`
    select title, body from notification where user_id = ${user.id} and type = 'SYSTEM' order by created_at, id`

async function draftCourse(
  user = author,
): Promise<{ courseId: string; lessonId: string; questionId: string }> {
  const courseId = (await data('POST /admin/courses', COURSE, user)).id
  const lesson = await data(`POST /admin/courses/${courseId}/lessons`, LESSON, user)
  return { courseId, lessonId: lesson.id, questionId: lesson.slides[1].questionId }
}

describe('where content is reviewed before it is published', () => {
  test('a creator cannot publish or schedule, an admin can', async () => {
    const { courseId, lessonId } = await draftCourse()
    const schedule = { publishAt: TIME.toISOString() }
    for (const [route, body] of [
      [`POST /admin/lessons/${lessonId}/publish`, undefined],
      [`POST /admin/courses/${courseId}/publish`, undefined],
      [`PUT /admin/lessons/${lessonId}/schedule`, schedule],
      [`PUT /admin/courses/${courseId}/schedule`, schedule],
    ] as const)
      expect([route, ...code(await as(route, body))]).toEqual([route, 403, 'REVIEW_REQUIRED'])
    expect((await asAdmin(`POST /admin/lessons/${lessonId}/publish`)).status).toBe(200)
    expect((await asAdmin(`POST /admin/courses/${courseId}/publish`)).status).toBe(200)
  })

  test('a creator cannot set the rules of a test or publish its questions, an admin can', async () => {
    const { courseId, lessonId } = await draftCourse()
    await asAdmin(`POST /admin/lessons/${lessonId}/publish`)
    await asAdmin(`POST /admin/courses/${courseId}/publish`)
    const draft = { prompt: 'Easy?', options: ['right', 'wrong'], correctIndex: 0, use: 'TEST', courseId }
    const questionId = (await data('POST /admin/questions', draft)).id
    const path = `/admin/courses/${courseId}/test`
    const before = await data(`GET ${path}`)
    for (const [route, body] of [
      [`PATCH ${path}`, { passPercent: 1 }],
      [`POST ${path}/publish`, undefined],
      [`POST /admin/questions/${questionId}/publish`, undefined],
    ] as const)
      expect([route, ...code(await as(route, body))]).toEqual([route, 403, 'REVIEW_REQUIRED'])
    expect(await data(`GET ${path}`)).toEqual(before)
    expect(before).toMatchObject({ poolSize: 0, draftCount: 1 })

    expect((await asAdmin(`PATCH ${path}`, { passPercent: 70 })).body.data.passPercent).toBe(70)
    expect((await asAdmin(`POST ${path}/publish`)).body.data).toMatchObject({ poolSize: 1, draftCount: 0 })
    // Questions of the bank are not reviewed.
    const { use: _, courseId: __, ...ofBank } = draft
    const { id } = await data('POST /admin/questions', ofBank)
    expect((await as(`POST /admin/questions/${id}/publish`)).status).toBe(200)
  })

  test('a schedule of a creator from before is not followed', async () => {
    const { lessonId } = await draftCourse()
    const schedule = {
      publishAt: TIME.toISOString(),
      userId: author.id,
      includeLessons: false,
      reviewId: null,
    }
    await db()`update lesson set schedule = ${schedule}::jsonb where id = ${lessonId}`
    await publishScheduled(platform, { now: TIME })
    expect(await statusOf(`lessons/${lessonId}`)).toBe('DRAFT')
    await waitUntil(async () =>
      (await notificationsOf(author)).some(({ body }) => body.includes('Submit it for review')),
    )
  })
})

describe('a submission', () => {
  test('waits in the queue, and its approval publishes the course with its lessons', async () => {
    const creator = await fixture.staff('CREATOR')
    const { courseId, lessonId } = await draftCourse(creator)
    await as(`PATCH /admin/courses/${courseId}`, { bonusGems: 900 }, creator)
    const before = (await notificationsOf(fixture.admin)).length
    const submitted = await submit(courseId, { message: 'Please look at the numbers.' }, creator)
    expect(submitted.status).toBe(201)
    const request = submitted.body.data
    expect(request).toMatchObject({
      courseId,
      courseTitle: COURSE.title,
      status: 'OPEN',
      submittedBy: creator.id,
      submitterName: creator.username,
      lessons: [{ id: lessonId, title: LESSON.title }],
      message: 'Please look at the numbers.',
      decidedBy: null,
      comments: [],
    })
    expect(await statusOf(`courses/${courseId}`)).toBe('DRAFT')
    const queue = (await asAdmin('GET /admin/review-requests?limit=100')).body.data
    expect(queue.filter(({ id }: { id: string }) => id === request.id)).toEqual([request])
    expect(await data(`GET /admin/courses/${courseId}/review-requests`, undefined, creator)).toEqual([
      request,
    ])
    await waitUntil(async () => (await notificationsOf(fixture.admin)).length > before)

    const approved = await approve(request.id)
    expect(approved.body.data).toMatchObject({ status: 'APPROVED', decidedBy: fixture.admin.id })
    await waitUntil(
      async () => (await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).status === 200,
    )
    await waitUntil(async () => (await notificationsOf(creator)).length === 1)
    expect((await notificationsOf(creator))[0]!.title).toBe(`“${COURSE.title}” is approved`)
    expect(code(await approve(request.id))).toEqual([409, 'REVIEW_DECIDED'])
    const log = await fixture.log(`&subjectId=${request.id}`)
    expect(log.map(({ act, actorId }) => [act, actorId])).toEqual([
      ['review.approved', fixture.admin.id],
      ['review.submitted', creator.id],
    ])
  })

  test.each(['lesson', 'question', 'course'] as const)(
    'that was followed by an edit of the %s is not published, and another one is',
    async (edited) => {
      const { courseId, lessonId, questionId } = await draftCourse()
      const first = (await submit(courseId)).body.data
      const edit = {
        lesson: () => as(`PATCH /admin/lessons/${lessonId}`, { title: 'Sneaked in' }),
        question: () => as(`PATCH /admin/questions/${questionId}`, { prompt: 'Sneaked in?' }),
        course: () => as(`PATCH /admin/courses/${courseId}`, { title: 'Sneaked in' }),
      }[edited]
      expect((await edit()).status).toBe(200)
      expect(code(await approve(first.id))).toEqual([409, 'REVIEW_OUTDATED'])
      expect([await statusOf(`courses/${courseId}`), await statusOf(`lessons/${lessonId}`)]).toEqual([
        'DRAFT',
        'DRAFT',
      ])
      const second = (await submit(courseId)).body.data
      expect(code(await approve(first.id))).toEqual([409, 'REVIEW_DECIDED'])
      expect((await approve(second.id)).status).toBe(200)
      expect(await statusOf(`lessons/${lessonId}`)).toBe('PUBLISHED')
      // And a later edit waits for the next one.
      await edit()
      expect(code(await as(`POST /admin/courses/${courseId}/publish`, { includeLessons: true }))).toEqual([
        403,
        'REVIEW_REQUIRED',
      ])
    },
  )

  test('publishes the chosen lessons alone, with the note about changes', async () => {
    const { courseId, lessonId } = await draftCourse()
    const second = (await data(`POST /admin/courses/${courseId}/lessons`, LESSON)).id
    await approve((await submit(courseId, { lessonIds: [lessonId] })).body.data.id)
    expect([await statusOf(`lessons/${lessonId}`), await statusOf(`lessons/${second}`)]).toEqual([
      'PUBLISHED',
      'DRAFT',
    ])
    expect(code(await submit(courseId, { lessonIds: [lessonId] }))).toEqual([409, 'NOTHING_TO_REVIEW'])
    expect(code(await submit(courseId, { lessonIds: [crypto.randomUUID()] }))).toEqual([
      404,
      'LESSON_NOT_FOUND',
    ])
    await as(`PATCH /admin/lessons/${lessonId}`, { title: 'Better' })
    await approve((await submit(courseId, { lessonIds: [lessonId], changeNote: 'Better.' })).body.data.id)
    const notes = await db()<{ note: string }>`select note from change_note where course_id = ${courseId}`
    expect(notes).toEqual([{ note: 'Better.' }])
    expect(await statusOf(`lessons/${second}`)).toBe('DRAFT')
  })

  test('is refused as the publication would be', async () => {
    const courseId = (await data('POST /admin/courses', COURSE)).id
    expect(code(await submit(courseId))).toEqual([409, 'COURSE_HAS_NO_LESSONS'])
    expect((await asAdmin(`GET /admin/courses/${courseId}/review-requests`)).body.data).toEqual([])
    const past = { publishAt: new Date(Date.now() - 1_000).toISOString() }
    await as(`POST /admin/courses/${courseId}/lessons`, LESSON)
    expect(code(await submit(courseId, past))).toEqual([422, 'PUBLICATION_TIME_UNUSABLE'])
  })

  test('is not decided by its author, also if the author is an admin', async () => {
    const { courseId } = await draftCourse(fixture.admin)
    const { id } = (await submit(courseId, {}, fixture.admin)).body.data
    expect(code(await approve(id))).toEqual([403, 'OWN_SUBMISSION'])
    const comments = [{ text: 'Fine.' }]
    expect(code(await asAdmin(`POST /admin/review-requests/${id}/return`, { comments }))).toEqual([
      403,
      'OWN_SUBMISSION',
    ])
    expect(await statusOf(`courses/${courseId}`)).toBe('DRAFT')
    const other = await fixture.staff('ADMIN')
    expect((await as(`POST /admin/review-requests/${id}/approve`, undefined, other)).status).toBe(200)
    for (const route of ['GET /admin/review-requests', `POST /admin/review-requests/${id}/approve`])
      expect((await as(route)).status).toBe(403)
  })

  test('is returned with comments on the course and its lessons', async () => {
    const creator = await fixture.staff('CREATOR')
    const { courseId, lessonId } = await draftCourse(creator)
    const { id } = (await submit(courseId, {}, creator)).body.data
    const send = (comments: object[]) => asAdmin(`POST /admin/review-requests/${id}/return`, { comments })
    expect((await send([])).status).toBe(400)
    expect((await send([{ text: '<b>x</b>' }])).status).toBe(400)
    expect(code(await send([{ lessonId: crypto.randomUUID(), text: 'x' }]))).toEqual([
      404,
      'LESSON_NOT_FOUND',
    ])
    const comments = [
      { lessonId: null, text: 'Say for whom it is.' },
      { lessonId, text: 'Where is it from?' },
    ]
    expect((await send(comments)).body.data).toMatchObject({ status: 'RETURNED', comments })
    await waitUntil(async () => (await notificationsOf(creator)).length === 1)
    expect((await notificationsOf(creator))[0]!.body).toContain('Say for whom it is.')
    expect(
      (await data(`GET /admin/courses/${courseId}/review-requests`, undefined, creator))[0].comments,
    ).toEqual(comments)
    expect(await statusOf(`courses/${courseId}`)).toBe('DRAFT')
  })

  test('shows the reviewer what it changes for learners, also of a question alone', async () => {
    const { courseId, lessonId, questionId } = await draftCourse()
    const first = (await submit(courseId)).body.data
    const changesOf = async (id: string) => (await asAdmin(`GET /admin/review-requests/${id}/changes`)).body
    const all = (await changesOf(first.id)).data
    expect(all).toMatchObject({
      isOutdated: false,
      parts: [
        { kind: 'COURSE', id: courseId, isNew: true, slides: [] },
        { kind: 'LESSON', id: lessonId, title: LESSON.title, isNew: true },
      ],
    })
    expect(all.parts[0].fields).toContainEqual({ field: 'title', before: null, after: COURSE.title })
    expect(all.parts[1].slides).toHaveLength(LESSON.slides.length)
    await approve(first.id)
    expect((await changesOf(first.id)).error.code).toBe('REVIEW_DECIDED')

    await as(`PATCH /admin/questions/${questionId}`, { prompt: 'And now?' })
    const second = (await submit(courseId)).body.data
    const { parts, isOutdated } = (await changesOf(second.id)).data
    expect([isOutdated, parts[0].isNew, parts[0].fields, parts[1].fields]).toEqual([false, false, [], []])
    expect(parts[1].slides).toMatchObject([
      { change: 'CHANGED', after: { question: { prompt: 'And now?' } } },
    ])
    expect(parts[1].slides[0].before.question.prompt).not.toBe('And now?')
    await as(`PATCH /admin/courses/${courseId}`, { title: 'Renamed' })
    expect((await changesOf(second.id)).data).toMatchObject({
      isOutdated: true,
      parts: [{ fields: [{ field: 'title', before: COURSE.title, after: 'Renamed' }] }, {}],
    })
    expect((await as(`GET /admin/review-requests/${second.id}/changes`)).status).toBe(403)
    expect((await changesOf(crypto.randomUUID())).error.code).toBe('REVIEW_NOT_FOUND')
  })

  test('is withdrawn by an author of the course and nobody else', async () => {
    const { courseId } = await draftCourse()
    const { id } = (await submit(courseId)).body.data
    const other = await fixture.staff('CREATOR')
    expect((await as(`POST /admin/review-requests/${id}/withdraw`, undefined, other)).status).toBe(404)
    expect((await as(`POST /admin/review-requests/${id}/withdraw`)).body.data.status).toBe('WITHDRAWN')
    expect(code(await approve(id))).toEqual([409, 'REVIEW_DECIDED'])
  })

  test('is published once by many approvals at the same time', async () => {
    const { courseId, lessonId } = await draftCourse()
    const { id } = (await submit(courseId)).body.data
    const responses = await Promise.all(Array.from({ length: 8 }, () => approve(id)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const revisions = await db()`
      select from content_revision where subject_id = any(${[courseId, lessonId]}::uuid[]) and act = 'PUBLISHED'`
    expect(revisions).toHaveLength(2)
  })
})

describe('a submission with a time', () => {
  const publishAt = TIME.toISOString()

  test('is published then, if it was approved before', async () => {
    const { courseId, lessonId } = await draftCourse()
    const { id } = (await submit(courseId, { publishAt })).body.data
    await publishScheduled(platform, { now: TIME })
    expect(await statusOf(`courses/${courseId}`)).toBe('DRAFT')
    expect((await approve(id)).status).toBe(200)
    expect(await data(`GET /admin/courses/${courseId}`)).toMatchObject({
      status: 'DRAFT',
      schedule: { publishAt, reviewId: id },
    })
    await publishScheduled(platform, { now: TIME })
    expect([await statusOf(`courses/${courseId}`), await statusOf(`lessons/${lessonId}`)]).toEqual([
      'PUBLISHED',
      'PUBLISHED',
    ])
  })

  test('is not published if it was edited after the approval', async () => {
    const { courseId, lessonId, questionId } = await draftCourse()
    await approve((await submit(courseId, { publishAt })).body.data.id)
    await as(`PATCH /admin/questions/${questionId}`, { prompt: 'Sneaked in?' })
    await publishScheduled(platform, { now: TIME })
    expect([await statusOf(`courses/${courseId}`), await statusOf(`lessons/${lessonId}`)]).toEqual([
      'DRAFT',
      'DRAFT',
    ])
    await waitUntil(async () =>
      (await notificationsOf(author)).some(({ body }) => body.includes('changed after the review')),
    )
  })
})
