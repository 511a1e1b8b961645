import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import {
  type AdminFixture,
  COURSE,
  createAdminFixture,
  LESSON,
  publishedCourse,
} from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on' })
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.call(route, body, author, headers)
const data = async (route: string, body?: unknown) => (await as(route, body)).body.data
const db = () => fixture.service.test.database.query

interface Listed {
  version: number
  act: string
  authorId: string | null
}
const historyOf = async (path: string) =>
  (await data(`GET ${path}/history`)).map(({ version, act, authorId }: Listed) => [version, act, authorId])

/** As if the edits until now were made ten minutes ago. */
const letTimePass = (id: string) => db()`
  update content_revision set created_at = created_at - interval '10 minutes' where subject_id = ${id}`

test('edits of one author within five minutes share a revision, and publications have their own', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  for (const [path, id] of [
    [`/admin/lessons/${lessonId}`, lessonId],
    [`/admin/courses/${courseId}`, courseId],
  ] as const) {
    for (const title of ['K', 'Ke', 'Key']) await as(`PATCH ${path}`, { title })
    const own = author.id
    const first = [
      [5, 'EDITED', own],
      [2, 'PUBLISHED', own],
      [1, 'CREATED', own],
    ]
    expect(await historyOf(path)).toEqual(first)
    await letTimePass(id)
    await as(`PATCH ${path}`, { title: 'Keys' })
    await fixture.call(`PATCH ${path}`, { title: 'Keys!' })
    await as(`PATCH ${path}`, { title: 'Keys?' })
    await as(`POST ${path}/publish`)
    await as(`POST ${path}/publish`)
    await as(`PATCH ${path}`, { title: 'Locks' })
    await as(`POST ${path}/discard-changes`)
    expect(await historyOf(path)).toEqual([
      [11, 'DISCARDED', own],
      [10, 'EDITED', own],
      [9, 'PUBLISHED', own],
      [8, 'EDITED', own],
      [7, 'EDITED', fixture.admin.id],
      [6, 'EDITED', own],
      ...first,
    ])
    expect((await data(`GET ${path}/history/5`)).content.title).toBe('Key')
    expect((await data(`GET ${path}/history/7`)).content.title).toBe('Keys!')
    const paged = await as(`GET ${path}/history?page=2&limit=4`)
    expect(paged.body.meta).toEqual({ total: 9, page: 2, limit: 4 })
    expect(paged.body.data.map(({ version }: Listed) => version)).toEqual([7, 6, 5, 2])
  }
})

test('a slide or a long text that is deleted within five minutes stays in the history', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const path = `/admin/lessons/${lessonId}`
  const slideOf = (content: string) => ({ type: 'TEXT_WITH_IMAGE', title: 'A key', content })
  const long = 'It opens a door. '.repeat(30).trim()
  const save = async (...texts: string[]): Promise<number> => {
    const { body } = await as(`PATCH ${path}`, { slides: texts.map(slideOf) })
    return body.data.version
  }
  const textsOf = async (version: number) =>
    (await data(`GET ${path}/history/${version}`)).content.slides.map(
      ({ content }: { content: string }) => content,
    )
  await save('One.')
  const two = await save('One.', 'Two.')
  const one = await save('One.')
  const typed = await save(long)
  await save('N')
  await save('Le')
  const newest = await save('Less.')
  const [, ...edited] = (await historyOf(path)).map(([version]: [number]) => version).toReversed()
  expect(edited.slice(-3)).toEqual([two, typed, newest])
  expect(await textsOf(two)).toEqual(['One.', 'Two.'])
  expect(await textsOf(typed)).toEqual([long])
  expect(edited).not.toContain(one)
})

test('a difference names fields and slides, and contains the questions', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const path = `/admin/lessons/${lessonId}`
  const { slides } = await data(`GET ${path}`)
  await as(`PATCH /admin/questions/${slides[1].questionId}`, { prompt: 'Who may?' })
  const card = { type: 'FLASHCARD', front: 'A key?', back: 'It opens.' }
  await as(`PATCH ${path}`, { title: 'Keys', slides: [card, ...slides] })
  await as(`POST ${path}/publish`)
  const difference = await data(`GET ${path}/history/2/diff`)
  expect(difference).toMatchObject({
    from: 2,
    to: 4,
    fields: [{ field: 'title', before: LESSON.title, after: 'Keys' }],
    slides: [
      { change: 'ADDED', from: null, to: 1, before: null, after: card },
      {
        change: 'CHANGED',
        from: 2,
        to: 3,
        before: { question: { prompt: 'Who may spend?', correctIndex: 0 } },
        after: { question: { prompt: 'Who may?', correctIndex: 0 } },
      },
    ],
  })
  expect((await data(`GET ${path}/history/4/diff?to=2`)).slides[0]).toMatchObject({ change: 'REMOVED' })
  expect(await data(`GET ${path}/history/3/diff?to=4`)).toMatchObject({ fields: [], slides: [] })
  for (const route of ['history/9', 'history/9/diff', 'history/2/diff?to=9']) {
    const { status, body } = await as(`GET ${path}/${route}`)
    expect([status, body.error.code]).toEqual([404, 'REVISION_NOT_FOUND'])
  }
  expect((await as(`GET ${path}/history/x`)).status).toBe(404)
  expect((await as(`GET ${path}/history/2/diff?to=x`)).status).toBe(400)
})

test('a restored version is an unpublished change, with its questions', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const path = `/admin/lessons/${lessonId}`
  const learner = await fixture.service.register()
  const seen = async () => (await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).body.data
  const before = await seen()
  const original = await data(`GET ${path}`)
  const { questionId } = original.slides[1]
  await as(`PATCH /admin/questions/${questionId}`, { prompt: 'Who may?', correctIndex: 1 })
  await as(`PATCH ${path}`, { title: 'Keys', gemReward: 1, slides: original.slides.slice(1) })
  await as(`POST ${path}/publish`)
  const published = await seen()
  expect(published.slides).toMatchObject([{ question: { prompt: 'Who may?' } }])

  const old = await as(`POST ${path}/history/2/restore`, undefined, { 'if-match': '"2"' })
  expect([old.status, old.body.error.code]).toEqual([412, 'VERSION_CHANGED'])
  const { version } = await data(`GET ${path}`)
  const restored = await as(`POST ${path}/history/2/restore`, undefined, { 'if-match': `"${version}"` })
  expect([restored.status, restored.headers.get('etag')]).toEqual([200, `"${version + 1}"`])
  expect(restored.body.data).toMatchObject({
    title: LESSON.title,
    gemReward: LESSON.gemReward,
    hasUnpublishedChanges: true,
    // The first version of the question is as it was.
    slides: [{ type: 'TEXT_WITH_IMAGE' }, { type: 'QUIZ', questionId }],
  })
  expect(await seen()).toEqual(published)
  expect((await historyOf(path))[0]).toEqual([version + 1, 'RESTORED', author.id])
  const [entry] = await fixture.log(`&subjectId=${lessonId}`)
  expect(entry).toMatchObject({ act: 'lesson.restored', before: { title: 'Keys' } })
  await as(`POST ${path}/publish`)
  expect(await seen()).toEqual(before)
})

test('a question that changed since then, or belongs to another author, becomes a new question', async () => {
  const { courseId } = await publishedCourse(fixture, author)
  const { id, slides } = await data(`POST /admin/courses/${courseId}/lessons`, LESSON)
  const path = `/admin/lessons/${id}`
  await as(`PATCH /admin/questions/${slides[1].questionId}`, { prompt: 'Changed?' })
  const restored = await data(`POST ${path}/history/1/restore`)
  expect(restored.slides[1].questionId).not.toBe(slides[1].questionId)
  const question = await data(`GET /admin/questions/${restored.slides[1].questionId}`)
  expect(question).toMatchObject({ prompt: 'Who may spend?', status: 'DRAFT' })

  await as(`PATCH ${path}`, { slides: [{ type: 'FLASHCARD', front: 'A', back: 'B' }] })
  const other = await fixture.staff('CREATOR')
  await as(`POST /admin/courses/${courseId}/authors`, { userId: other.id })
  const byOther = await fixture.call(`POST ${path}/history/${restored.version}/restore`, undefined, other)
  expect(byOther.status).toBe(200)
  expect(byOther.body.data.slides[1].questionId).not.toBe(restored.slides[1].questionId)
})

test('a course is restored without its lessons', async () => {
  const { courseId } = await publishedCourse(fixture, author)
  const path = `/admin/courses/${courseId}`
  await as(`PATCH ${path}`, { title: 'Locks', skills: ['care'], bonusGems: 0, requiredScore: 10 })
  await as(`POST ${path}/publish`)
  expect(
    (await data(`GET ${path}/history/2/diff`)).fields.map(({ field }: { field: string }) => field).sort(),
  ).toEqual(['bonusGems', 'requiredScore', 'skills', 'title'])
  expect(await data(`POST ${path}/history/2/restore`)).toMatchObject({
    ...COURSE,
    skills: [],
    requiredScore: null,
    hasUnpublishedChanges: true,
  })
})

test('a copy begins its history with its first edit, and keeps the pictures of a pack when it is restored', async () => {
  const courses = (await data('GET /admin/courses?limit=100')) as { id: string; origin: string }[]
  let lesson: { id: string; slides: { media?: string | null }[] } | undefined
  for (const { id } of courses.filter(({ origin }) => origin === 'PACK')) {
    const copy = await data(`POST /admin/courses/${id}/duplicate`)
    const lessons = await data(`GET /admin/courses/${copy.id}/lessons?limit=100`)
    lesson = lessons.find(({ slides }: { slides: { media?: string | null }[] }) =>
      slides.some(({ media }) => media),
    )
    if (lesson) break
  }
  const path = `/admin/lessons/${lesson!.id}`
  await as(`PATCH ${path}`, { title: 'Mine', slides: [{ type: 'FLASHCARD', front: 'A', back: 'B' }] })
  expect(await historyOf(path)).toEqual([
    [2, 'EDITED', author.id],
    [1, 'CREATED', null],
  ])
  expect((await data(`POST ${path}/history/1/restore`)).slides).toEqual(lesson!.slides)
})

test('publishing a course with its lessons writes the history of both', async () => {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  await as(`PATCH /admin/lessons/${lessonId}`, { title: 'Changed' })
  await as(`POST /admin/courses/${courseId}/publish`, { includeLessons: true })
  expect((await historyOf(`/admin/lessons/${lessonId}`))[0]).toEqual([4, 'PUBLISHED', author.id])
})

test('fifty parallel edits and a publication leave one order of revisions, whose newest is the content', async () => {
  const { lessonId } = await publishedCourse(fixture, author)
  const path = `/admin/lessons/${lessonId}`
  const coAuthor = fixture.admin
  await Promise.all([
    ...Array.from({ length: 50 }, (_, index) =>
      fixture.call(`PATCH ${path}`, { title: `Edit ${index}` }, index % 2 ? author : coAuthor),
    ),
    as(`POST ${path}/publish`),
  ])
  const { version, title } = await data(`GET ${path}`)
  const revisions = (await data(`GET ${path}/history?limit=100`)) as Listed[]
  expect(revisions[0]!.version).toBe(version)
  expect((await data(`GET ${path}/history/${version}`)).content.title).toBe(title)
  expect(revisions.filter(({ act }) => act === 'PUBLISHED').length).toBeGreaterThanOrEqual(1)
  const published = await data(`GET ${path}?published=true`)
  const newest = revisions.find(({ act }) => act === 'PUBLISHED')!
  expect((await data(`GET ${path}/history/${newest.version}`)).content.title).toBe(published.title)
})

describe('the history of a learning path', () => {
  test('has its edits and publications, and an earlier version is restored with its courses in their order', async () => {
    const one = (await publishedCourse(fixture)).courseId
    const two = (await publishedCourse(fixture)).courseId
    const call = async (route: string, body?: unknown) => (await fixture.call(route, body)).body
    const { id, version } = (
      await call('POST /admin/learning-paths', {
        title: 'Keys',
        description: 'All about keys.',
        category: 'GENERAL',
        kind: 'FOUNDATION',
        courseIds: [one, two],
      })
    ).data
    await call(`POST /admin/learning-paths/${id}/publish`)
    await call(`PATCH /admin/learning-paths/${id}`, { title: 'Doors', courseIds: [two, one] })
    await call(`PATCH /admin/learning-paths/${id}`, { courseIds: [two] })
    const history = (await call(`GET /admin/learning-paths/${id}/history`)).data
    // Both edits are of one author within five minutes.
    expect(history.map(({ act }: { act: string }) => act)).toEqual(['EDITED', 'PUBLISHED', 'CREATED'])
    const { fields } = (await call(`GET /admin/learning-paths/${id}/history/${version}/diff`)).data
    expect(fields).toEqual([
      { field: 'title', before: 'Keys', after: 'Doors' },
      { field: 'courseIds', before: [one, two], after: [two] },
    ])
    const restored = await call(`POST /admin/learning-paths/${id}/history/${version}/restore`)
    expect(restored.data).toMatchObject({ title: 'Keys', courseIds: [one, two], status: 'PUBLISHED' })
    const [newest] = (await call(`GET /admin/learning-paths/${id}/history`)).data
    expect(newest).toMatchObject({ act: 'RESTORED', version: restored.data.version })
    expect((await call(`GET /admin/learning-paths/${id}/history/99`)).error.code).toBe('REVISION_NOT_FOUND')
  })
})

describe('the history of a project', () => {
  const RUBRIC = [
    { criterion: 'It runs', points: 10, evidence: ['test'] },
    { criterion: 'It is readable', points: 5, evidence: [] },
  ]
  const draftOf = (courseId: string) => ({
    courseId,
    title: 'A door',
    description: 'Build a **door**.',
    allowedSubmissionTypes: ['TEXT'],
    xpReward: 10,
    gemReward: 1,
    rubric: RUBRIC,
  })

  test('has its edits and publications, and an earlier version is restored with its rubric', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const path = `/admin/capstones/${courseId}`
    const created = await data('POST /admin/capstones', draftOf(courseId))
    await as(`POST ${path}/publish`)
    await as(`PATCH ${path}`, { passingScore: 60 })
    await as(`PATCH ${path}`, { rubric: RUBRIC.slice(0, 1), gemReward: 0 })
    const { version } = await data(`GET ${path}`)
    const own = author.id
    // Both edits are of one author within five minutes.
    expect(await historyOf(path)).toEqual([
      [version, 'EDITED', own],
      [created.version + 1, 'PUBLISHED', own],
      [created.version, 'CREATED', own],
    ])
    expect((await data(`GET ${path}/history/${created.version}`)).content.rubric).toEqual(RUBRIC)
    const { fields } = await data(`GET ${path}/history/${created.version}/diff`)
    expect(
      Object.fromEntries(fields.map(({ field, ...change }: { field: string }) => [field, change])),
    ).toEqual({
      passingScore: { before: 70, after: 60 },
      gemReward: { before: 1, after: 0 },
      rubric: { before: RUBRIC, after: RUBRIC.slice(0, 1) },
    })

    const restoring = `POST ${path}/history/${created.version}/restore`
    const old = await as(restoring, undefined, { 'if-match': `"${version - 1}"` })
    expect([old.status, old.body.error.code]).toEqual([412, 'VERSION_CHANGED'])
    expect(old.body.error).toMatchObject({ current: version, resource: { passingScore: 60 } })
    const restored = await as(restoring, undefined, { 'if-match': `"${version}"` })
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, `"${version + 1}"`])
    expect(restored.body.data).toMatchObject({
      status: 'PUBLISHED',
      passingScore: 70,
      gemReward: 1,
      rubric: RUBRIC,
    })
    expect((await historyOf(path))[0]).toEqual([version + 1, 'RESTORED', own])
    const [entry] = await fixture.log(`&subjectId=${courseId}`)
    expect(entry).toMatchObject({ act: 'capstone.restored', before: { passingScore: 60 } })
    const missing = await as(`GET ${path}/history/99`)
    expect([missing.status, missing.body.error.code]).toEqual([404, 'REVISION_NOT_FOUND'])
  })

  test('begins with what the project was, for a project that was written before', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const path = `/admin/capstones/${courseId}`
    const { version } = await data('POST /admin/capstones', draftOf(courseId))
    await db()`delete from content_revision where kind = 'PROJECT' and subject_id = ${courseId}`
    await as(`PATCH ${path}`, { title: 'A gate' })
    expect(await historyOf(path)).toEqual([
      [version + 1, 'EDITED', author.id],
      [version, 'CREATED', null],
    ])
    expect((await data(`POST ${path}/history/${version}/restore`)).title).toBe('A door')
  })

  test('a restored reward is checked against the limit of creators', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const path = `/admin/capstones/${courseId}`
    await as('POST /admin/capstones', draftOf(courseId))
    await as(`POST ${path}/publish`)
    const generous = (await fixture.call(`PATCH ${path}`, { gemReward: 90_000 })).body.data
    await letTimePass(courseId)
    await fixture.call(`PATCH ${path}`, { gemReward: 1 })
    const refused = await as(`POST ${path}/history/${generous.version}/restore`)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'REWARD_NEEDS_ADMIN'])
    expect((await data(`GET ${path}`)).gemReward).toBe(1)
  })
})

describe('the history of a course test', () => {
  const RULES = { questionCount: 8, passPercent: 80, isRequiredForCertificate: false }

  test('has its edits, begins with the rules that were there, and restores them with If-Match', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const path = `/admin/courses/${courseId}/test`
    expect(await historyOf(path)).toEqual([])
    await as(`PATCH ${path}`, { passPercent: 70 })
    await as(`PATCH ${path}`, { questionCount: 5 })
    const own = author.id
    // Both edits are of one author within five minutes.
    expect(await historyOf(path)).toEqual([
      [3, 'EDITED', own],
      [1, 'CREATED', null],
    ])
    await letTimePass(courseId)
    await as(`PATCH ${path}`, { questionCount: 6 })
    expect((await data(`GET ${path}/history/1`)).content).toEqual(RULES)
    expect((await data(`GET ${path}/history/1/diff?to=3`)).fields).toEqual([
      { field: 'passPercent', before: 80, after: 70 },
      { field: 'questionCount', before: 8, after: 5 },
    ])

    const restoring = `POST ${path}/history/1/restore`
    const old = await as(restoring, undefined, { 'if-match': '"3"' })
    expect([old.status, old.body.error.code]).toEqual([412, 'VERSION_CHANGED'])
    expect((await data(`GET ${path}`)).questionCount).toBe(6)
    const restored = await as(restoring, undefined, { 'if-match': '"4"' })
    expect([restored.status, restored.headers.get('etag')]).toEqual([200, '"5"'])
    expect(restored.body.data).toMatchObject({ ...RULES, version: 5 })
    expect(await historyOf(path)).toEqual([
      [5, 'RESTORED', own],
      [4, 'EDITED', own],
      [3, 'EDITED', own],
      [1, 'CREATED', null],
    ])
    const [entry] = await fixture.log(`&subjectId=${courseId}`)
    expect(entry).toMatchObject({ act: 'course_test.restored', before: { questionCount: 6 } })
    const missing = await as(`GET ${path}/history/99`)
    expect([missing.status, missing.body.error.code]).toEqual([404, 'REVISION_NOT_FOUND'])
    // The history of the course is another one.
    expect(await historyOf(`/admin/courses/${courseId}`)).toEqual([
      [2, 'PUBLISHED', own],
      [1, 'CREATED', own],
    ])
  })

  test('rules are not restored if the pool has become too small for them', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const path = `/admin/courses/${courseId}/test`
    await as(`PATCH ${path}`, { questionCount: 1 })
    const ids: string[] = []
    for (const prompt of ['One?', 'Two?', 'Three?']) {
      const question = { prompt, options: ['a', 'b'], correctIndex: 0, use: 'TEST', courseId }
      ids.push((await data('POST /admin/questions', question)).id)
    }
    await as(`POST ${path}/publish`)
    await letTimePass(courseId)
    const strict = await data(`PATCH ${path}`, { isRequiredForCertificate: true })
    await letTimePass(courseId)
    await as(`PATCH ${path}`, { isRequiredForCertificate: false })
    await as(`POST /admin/questions/${ids[0]}/archive`)
    const refused = await as(`POST ${path}/history/${strict.version}/restore`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'POOL_TOO_SMALL'])
    expect((await data(`GET ${path}`)).isRequiredForCertificate).toBe(false)
  })
})
