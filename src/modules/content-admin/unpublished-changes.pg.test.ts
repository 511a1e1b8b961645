import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { type AdminFixture, createAdminFixture, LESSON, publishedCourse } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
let learner: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('CREATOR')
  learner = await fixture.service.register()
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.call(route, body, author, headers)
const data = async (route: string, body?: unknown) => (await as(route, body)).body.data
const seen = async (route: string) => (await fixture.call(route, undefined, learner)).body.data

const SLIDES = [
  { type: 'CALLOUT', tone: 'TIP', content: 'Write it down.' },
  { type: 'QUIZ', question: { prompt: 'Where?', options: ['On paper', 'Nowhere'], correctIndex: 0 } },
]
const LESSON_PATCH = { title: 'Half a sen', xpReward: 7, gemReward: 3, requiredScore: 0, slides: SLIDES }
const COURSE_PATCH = {
  title: 'Keys for every',
  description: 'Half a des',
  category: 'GENERAL',
  level: 'ADVANCED',
  isPremium: true,
  skills: ['care'],
  bonusXp: 1,
  bonusGems: 2,
  requiredScore: 50,
}

test('learners keep the published lesson until the next publication, and then get what the preview showed', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const path = `/admin/lessons/${lessonId}`
  const before = await seen(`GET /lesson/${lessonId}`)
  const published = await data(`GET ${path}`)
  expect(published.hasUnpublishedChanges).toBe(false)

  const edited = await data(`PATCH ${path}`, LESSON_PATCH)
  expect(edited).toMatchObject({
    title: 'Half a sen',
    xpReward: 7,
    gemReward: 3,
    requiredScore: 0,
    status: 'PUBLISHED',
    hasUnpublishedChanges: true,
    version: published.version + 1,
  })
  expect(await data(`GET ${path}`)).toEqual(edited)
  expect(await seen(`GET /lesson/${lessonId}`)).toEqual(before)
  // A second edit is based on the first one.
  expect(await data(`PATCH ${path}`, { gemReward: 4 })).toMatchObject({ title: 'Half a sen', gemReward: 4 })

  expect(await data(`GET ${path}?published=true`)).toEqual({
    ...published,
    hasUnpublishedChanges: true,
    version: published.version + 2,
  })
  const other = await fixture.staff('CREATOR')
  const shown = (await fixture.call(`GET ${path}`, undefined, other)).body.data
  expect(shown).toEqual({ ...published, canEdit: false, version: published.version + 2 })
  expect((await fixture.call(`GET ${path}`)).body.data.title).toBe('Half a sen')

  const preview = await data(`GET ${path}/preview`)
  const { token } = await data(`POST ${path}/preview-link`, {})
  const shared = (await fixture.service.call(`GET /public/lesson-previews/${token}`)).body.data
  const { body } = await as(`POST ${path}/publish`)
  expect(body.data).toMatchObject({ title: 'Half a sen', hasUnpublishedChanges: false, gemReward: 4 })
  const after = await seen(`GET /lesson/${lessonId}`)
  expect(after).toMatchObject({ title: 'Half a sen', gemReward: 4 })
  expect([preview, shared]).toEqual([after, after])
})

test('learners keep the published course until the next publication', async () => {
  const { courseId } = await publishedCourse(fixture, author)
  const path = `/admin/courses/${courseId}`
  const before = await seen(`GET /course/${courseId}`)
  const published = await data(`GET ${path}`)

  const edited = await data(`PATCH ${path}`, COURSE_PATCH)
  expect(edited).toMatchObject({ ...COURSE_PATCH, hasUnpublishedChanges: true, topicId: published.topicId })
  expect(await seen(`GET /course/${courseId}`)).toEqual(before)
  const found = await data(`GET /admin/courses?search=${encodeURIComponent('Keys for every')}`)
  expect(found).toMatchObject([edited])
  expect(await data(`GET ${path}?published=true`)).toEqual({
    ...published,
    hasUnpublishedChanges: true,
    version: published.version + 1,
  })

  const { body } = await as(`POST ${path}/publish`)
  expect(body.data).toMatchObject({ ...COURSE_PATCH, hasUnpublishedChanges: false })
  expect(await seen(`GET /course/${courseId}`)).toMatchObject({
    title: 'Keys for every',
    description: 'Half a des',
    level: 'ADVANCED',
    isPremium: true,
  })
})

test('discarded changes return to the published version', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  for (const [kind, id, patch] of [
    ['lessons', lessonId, LESSON_PATCH],
    ['courses', courseId, COURSE_PATCH],
  ] as const) {
    const path = `/admin/${kind}/${id}`
    const published = await data(`GET ${path}`)
    const edited = await as(`PATCH ${path}`, patch)
    const old = await as(`POST ${path}/discard-changes`, undefined, { 'if-match': `"${published.version}"` })
    expect([old.status, old.body.error.code]).toEqual([412, 'VERSION_CHANGED'])
    const discarded = await as(`POST ${path}/discard-changes`, undefined, {
      'if-match': edited.headers.get('etag')!,
    })
    expect(discarded.body.data).toEqual({ ...published, version: published.version + 2 })
    expect(discarded.headers.get('etag')).toBe(`"${published.version + 2}"`)
    // Without changes there is nothing to do.
    expect((await data(`POST ${path}/discard-changes`)).version).toBe(published.version + 2)
    const [entry] = await fixture.log(`&subjectId=${id}`)
    expect(entry).toMatchObject({
      act: `${kind.slice(0, -1)}.changes_discarded`,
      before: { title: patch.title },
      after: { title: published.title },
    })
  }
})

test('an edit that returns to the published fields leaves no changes', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  for (const path of [`/admin/lessons/${lessonId}`, `/admin/courses/${courseId}`]) {
    const { title } = await data(`GET ${path}`)
    expect((await data(`PATCH ${path}`, { title: 'Another' })).hasUnpublishedChanges).toBe(true)
    expect((await data(`PATCH ${path}`, { title })).hasUnpublishedChanges).toBe(false)
  }
})

test('the order of lessons changes at once, and drafts have no unpublished changes', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  const draft = await data(`POST /admin/courses/${courseId}/lessons`, LESSON)
  expect(await data(`PATCH /admin/lessons/${draft.id}`, { title: 'Second' })).toMatchObject({
    title: 'Second',
    hasUnpublishedChanges: false,
  })
  await as(`POST /admin/lessons/${draft.id}/publish`)
  const moved = await data(`PATCH /admin/lessons/${lessonId}`, { order: 2 })
  expect(moved).toMatchObject({ order: 2, hasUnpublishedChanges: false })
  const { lessons } = await seen(`GET /course/${courseId}`)
  expect(lessons.map(({ id }: { id: string }) => id)).toEqual([draft.id, lessonId])
})

test('publishing a course names the lessons with changes, and publishes them only on request', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  const archived = (await data(`POST /admin/courses/${courseId}/lessons`, LESSON)).id
  const draft = (await data(`POST /admin/courses/${courseId}/lessons`, LESSON)).id
  await as(`POST /admin/lessons/${archived}/publish`)
  await as(`POST /admin/lessons/${archived}/archive`)
  for (const id of [lessonId, archived, draft]) await as(`PATCH /admin/lessons/${id}`, { title: 'Changed' })
  await as(`PATCH /admin/courses/${courseId}`, { title: 'Changed' })

  const alone = await data(`POST /admin/courses/${courseId}/publish`)
  expect(alone).toMatchObject({ hasUnpublishedChanges: false, changedLessonIds: [lessonId] })
  expect(await seen(`GET /course/${courseId}`)).toMatchObject({
    title: 'Changed',
    lessons: [{ id: lessonId, title: LESSON.title }],
  })
  const other = await fixture.staff('CREATOR')
  const shown = (await fixture.call(`GET /admin/courses/${courseId}`, undefined, other)).body.data
  expect(shown.changedLessonIds).toEqual([])

  const both = await data(`POST /admin/courses/${courseId}/publish`, { includeLessons: true })
  expect(both.changedLessonIds).toEqual([])
  expect((await seen(`GET /course/${courseId}`)).lessons).toMatchObject([{ id: lessonId, title: 'Changed' }])
  const statuses = (await data(`GET /admin/courses/${courseId}/lessons`)).map(
    ({ id, status }: { id: string; status: string }) => [id, status],
  )
  expect(statuses).toEqual([
    [lessonId, 'PUBLISHED'],
    [archived, 'ARCHIVED'],
    [draft, 'DRAFT'],
  ])
  const [entry] = await fixture.log(`&subjectId=${courseId}`)
  expect(entry).toMatchObject({
    act: 'course.published',
    before: { changedLessonIds: [lessonId] },
    after: { changedLessonIds: [] },
  })
})

test('a copy has the edited version, and a question of unpublished slides is in no other lesson', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  const { slides } = await data(`PATCH /admin/lessons/${lessonId}`, LESSON_PATCH)
  const copy = await data(`POST /admin/lessons/${lessonId}/duplicate`)
  expect(copy).toMatchObject({ title: 'Copy of Half a sen', hasUnpublishedChanges: false })
  const taken = { ...LESSON, slides: [{ type: 'QUIZ', questionId: slides[1].questionId }] }
  const refused = await as(`POST /admin/courses/${courseId}/lessons`, taken)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'QUESTION_IN_USE'])
  // Other authors do not see the question, and the authors of the course do.
  const other = await fixture.staff('CREATOR')
  const route = `GET /admin/questions/${slides[1].questionId}`
  expect((await fixture.call(route, undefined, other)).status).toBe(404)
  await fixture.call(`POST /admin/courses/${courseId}/authors`, { userId: other.id }, author)
  expect((await fixture.call(route, undefined, other)).status).toBe(200)
})

test('a lesson pays what is published, also while edits and publications are under way', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const learners = await Promise.all(Array.from({ length: 10 }, () => fixture.service.register()))
  await as(`PATCH /admin/lessons/${lessonId}`, { gemReward: 9 })
  const edits = Array.from({ length: 50 }, (_, index) =>
    as(`PATCH /admin/lessons/${lessonId}`, { title: `Edit ${index}` }),
  )
  const [, publication, ...completions] = await Promise.all([
    Promise.all(edits),
    as(`POST /admin/lessons/${lessonId}/publish`),
    ...learners.flatMap((user) =>
      [1, 2].map(() => fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)),
    ),
  ])
  expect(publication.status).toBe(200)
  expect(completions.map(({ status }) => status)).toEqual(completions.map(() => 200))
  for (const { id } of learners) {
    const rows = await fixture.service.test.database.query<{ gems: number }>`
      select amount::integer as gems from ledger_entry join ledger_transfer on id = transfer_id
      where account = ${`user:${id}`} and asset = 'GEM' and reason = 'lesson completed'`
    // The published reward before the publication or after it, once.
    expect(rows).toHaveLength(1)
    expect([LESSON.gemReward, 9]).toContain(rows[0]!.gems)
  }
  const stored = await data(`GET /admin/lessons/${lessonId}`)
  const shown = await data(`GET /admin/lessons/${lessonId}?published=true`)
  expect([stored.gemReward, shown.gemReward]).toEqual([9, 9])
  expect(stored.hasUnpublishedChanges).toBe(stored.title !== shown.title)
})
