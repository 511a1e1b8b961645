import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { answerAll } from '../../../test/harness/course-test-pool.ts'
import { type AdminFixture, COURSE, createAdminFixture, publishedCourse } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
let otherAuthor: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on', COURSE_TEST_PAUSE_HOURS: '0' })
  author = await fixture.staff('CREATOR')
  otherAuthor = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.call(route, body, author, headers)
const data = async (route: string, body?: unknown) => {
  const response = await as(route, body)
  expect([route, response.status < 300, response.body.error]).toEqual([route, true, undefined])
  return response.body.data
}
const codeOf = async (request: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await request
  return [status, body.error?.code]
}
const db = () => fixture.service.test.database.query

const question = (prompt: string) => ({
  prompt,
  options: ['right', 'wrong'],
  correctIndex: 0,
  explanation: 'So it is.',
})

/** A published course whose test asks two questions, with a pool of the given size. */
async function courseWithPool(size: number): Promise<{ courseId: string; ids: string[] }> {
  const { courseId } = await publishedCourse(fixture, author)
  await data(`PATCH /admin/courses/${courseId}/test`, { questionCount: 2, passPercent: 50 })
  const ids: string[] = []
  for (let number = 1; number <= size; number++)
    ids.push(
      (await data('POST /admin/questions', { ...question(`Number ${number}?`), use: 'TEST', courseId })).id,
    )
  await data(`POST /admin/courses/${courseId}/test/publish`)
  return { courseId, ids }
}

const poolOf = (courseId: string, query = '') =>
  data(`GET /admin/questions?use=TEST&courseId=${courseId}&limit=100${query}`)

/** XP and gems for the lesson of `publishedCourse`, answered rightly. */
async function earnedBy(user: TestUser, lessonId: string): Promise<[number, number]> {
  const { slides } = (await fixture.call(`GET /lesson/${lessonId}`, undefined, user)).body.data
  const { question } = slides[1]
  const answer = { questionId: question.id, selectedOption: question.correctIndex }
  await fixture.call(`POST /user-lessons/${lessonId}/answers`, answer, user)
  const { body } = await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)
  return [body.data.xpEarned, body.data.gemsEarned]
}

async function start(courseId: string, learner: TestUser) {
  return (await fixture.call(`POST /course-tests/${courseId}/attempts`, undefined, learner)).body.data
}

test('an author fills a pool, publishes it, and a learner passes the test', async () => {
  const { courseId } = await publishedCourse(fixture, author)
  const learner = await fixture.service.register()
  const path = `/admin/courses/${courseId}/test`
  expect(await data(`GET ${path}`)).toMatchObject({
    id: courseId,
    courseTitle: COURSE.title,
    canEdit: true,
    version: 1,
    questionCount: 8,
    neededPoolSize: 24,
    poolSize: 0,
    draftCount: 0,
    timeLimitSeconds: 2_400,
    pauseHours: 0,
  })
  expect(await data(`PATCH ${path}`, { questionCount: 1 })).toMatchObject({ neededPoolSize: 3, version: 2 })
  const first = await data('POST /admin/questions', { ...question('One?'), use: 'TEST', courseId })
  expect(first).toMatchObject({ use: 'TEST', courseId, status: 'DRAFT', canEdit: true })
  const [course] = await db()`select topic_id as id from course where id = ${courseId}`
  expect(first.topicId).toBe(course!.id)

  const own = [
    await data('POST /admin/questions', question('Two?')),
    await data('POST /admin/questions', question('Three?')),
  ]
  const questionIds = own.map(({ id }) => id)
  const added = await data(`POST ${path}/questions`, { questionIds })
  expect([added.addedIds.length, added.skipped]).toEqual([2, 0])
  expect(await data(`POST ${path}/questions`, { questionIds })).toEqual({ addedIds: [], skipped: 2 })
  expect(
    (await poolOf(courseId)).map(({ prompt, status }: Record<string, string>) => [prompt, status]),
  ).toEqual([
    ['Three?', 'DRAFT'],
    ['Two?', 'DRAFT'],
    ['One?', 'DRAFT'],
  ])
  expect(await data(`GET ${path}/example`)).toHaveLength(1)
  expect(await codeOf(fixture.call(`POST /course-tests/${courseId}/attempts`, undefined, learner))).toEqual([
    404,
    'COURSE_HAS_NO_TEST',
  ])
  expect(await data(`POST ${path}/publish`)).toMatchObject({ poolSize: 3, draftCount: 0 })
  const { attemptId } = await start(courseId, learner)
  const answers = await answerAll(db(), attemptId)
  const result = await fixture.call(`POST /course-test-attempts/${attemptId}/submit`, { answers }, learner)
  expect(result.body.data).toMatchObject({ isPassed: true })
  expect((await fixture.log(`&subjectId=${courseId}`)).map(({ act }) => act)).toEqual(
    expect.arrayContaining(['course_test.updated', 'course_test.questions_added', 'course_test.published']),
  )
})

test('the questions of a copied course can be edited, and the bank does not list them', async () => {
  const shipped = (await data('GET /admin/courses?limit=100')).filter(
    ({ origin }: { origin: string }) => origin === 'PACK',
  )
  let edited = 0
  for (const { id } of shipped) {
    const { id: courseId } = await data(`POST /admin/courses/${id}/duplicate`)
    const [first] = await poolOf(courseId)
    if (!first) continue
    edited++
    expect(first).toMatchObject({ canEdit: true, origin: 'ADMIN', courseId, status: 'PUBLISHED' })
    expect(
      await data(`PATCH /admin/questions/${first.id}`, { explanation: 'In other words.' }),
    ).toMatchObject({
      explanation: 'In other words.',
      hasUnpublishedChanges: true,
    })
    expect(await data(`POST /admin/courses/${courseId}/test/publish`)).toMatchObject({ changedCount: 0 })
    expect(await data(`GET /admin/questions/${first.id}`)).toMatchObject({ hasUnpublishedChanges: false })
    break
  }
  expect(edited).toBe(1)
  const uses = (await data('GET /admin/questions?limit=100')).map(({ use }: { use: string }) => use)
  expect(uses).not.toContain('TEST')
})

test('an open attempt is judged by the question that it asked', async () => {
  const { courseId } = await courseWithPool(6)
  const learner = await fixture.service.register()
  const { attemptId, questions } = await start(courseId, learner)
  const answers = await answerAll(db(), attemptId)
  for (const { id } of questions) await data(`PATCH /admin/questions/${id}`, { correctIndex: 1 })
  expect(await data(`POST /admin/courses/${courseId}/test/publish`)).toMatchObject({
    poolSize: 6,
    changedCount: 0,
  })
  const old = await data(`GET /admin/questions/${questions[0].id}`)
  expect([old.status, old.correctIndex]).toEqual(['ARCHIVED', 0])
  const current = await poolOf(courseId, '&status=PUBLISHED')
  expect(current.filter(({ correctIndex }: { correctIndex: number }) => correctIndex === 1)).toHaveLength(2)
  const result = await fixture.call(`POST /course-test-attempts/${attemptId}/submit`, { answers }, learner)
  expect(result.body.data).toMatchObject({ score: 100, isPassed: true })
})

test('a change that waits is not asked before it is published', async () => {
  const { courseId, ids } = await courseWithPool(6)
  for (const id of ids) await data(`PATCH /admin/questions/${id}`, { prompt: 'Changed?', correctIndex: 1 })
  expect(await data(`GET /admin/courses/${courseId}/test`)).toMatchObject({ changedCount: 6, poolSize: 6 })
  const { questions } = await start(courseId, await fixture.service.register())
  expect(JSON.stringify(questions)).not.toContain('Changed?')
})

describe('a certificate never needs a test that learners cannot take', () => {
  test('by the rules of the test', async () => {
    const { courseId } = await courseWithPool(5)
    const path = `/admin/courses/${courseId}/test`
    const required = { isRequiredForCertificate: true }
    expect(await codeOf(as(`PATCH ${path}`, required))).toEqual([409, 'POOL_TOO_SMALL'])
    await data('POST /admin/questions', { ...question('More?'), use: 'TEST', courseId })
    expect(await codeOf(as(`PATCH ${path}`, required))).toEqual([409, 'POOL_TOO_SMALL'])
    await data(`POST ${path}/publish`)
    expect(await data(`PATCH ${path}`, required)).toMatchObject(required)
    expect(await codeOf(as(`PATCH ${path}`, { questionCount: 3 }))).toEqual([409, 'POOL_TOO_SMALL'])
    expect(await data(`PATCH ${path}`, { questionCount: 3, isRequiredForCertificate: false })).toMatchObject({
      questionCount: 3,
    })
  })

  test('by an archived question, also by two at once', async () => {
    const { courseId, ids } = await courseWithPool(7)
    await data(`PATCH /admin/courses/${courseId}/test`, { isRequiredForCertificate: true })
    const archived = await Promise.all(
      ids.slice(0, 3).map((id) => codeOf(as(`POST /admin/questions/${id}/archive`))),
    )
    expect(archived.toSorted()).toEqual([
      [200, undefined],
      [409, 'TEST_IS_REQUIRED'],
      [409, 'TEST_IS_REQUIRED'],
    ])
    expect(await data(`GET /admin/courses/${courseId}/test`)).toMatchObject({ poolSize: 6 })
  })
})

test('many requests at once add a question once, and an edit of an older version is refused', async () => {
  const { courseId } = await publishedCourse(fixture, author)
  const { id } = await data('POST /admin/questions', question('Once?'))
  const requests = Array.from({ length: 8 }, () =>
    as(`POST /admin/courses/${courseId}/test/questions`, { questionIds: [id] }),
  )
  const results = (await Promise.all(requests)).map(({ body }) => body.data.addedIds.length)
  expect(results.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  expect(await poolOf(courseId)).toHaveLength(1)

  const edits = Array.from({ length: 8 }, (_, index) =>
    as(`PATCH /admin/courses/${courseId}/test`, { passPercent: 60 + index }, { 'if-match': '"1"' }),
  )
  const statuses = (await Promise.all(edits)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412, 412, 412, 412])
})

test('another author sees and changes nothing of a test, and adds nothing to it', async () => {
  const { courseId, ids } = await courseWithPool(6)
  const other = (route: string, body?: unknown) => fixture.call(route, body, otherAuthor)
  for (const route of ['GET', 'PATCH', 'POST'] as const) {
    const path = `${route} /admin/questions/${ids[0]}${route === 'POST' ? '/archive' : ''}`
    expect(await codeOf(other(path, route === 'PATCH' ? { hint: 'Mine' } : undefined))).toEqual([
      404,
      'QUESTION_NOT_FOUND',
    ])
  }
  expect((await other(`GET /admin/questions?use=TEST&courseId=${courseId}`)).body.data).toEqual([])
  expect((await other('GET /admin/questions?use=TEST&limit=100')).body.data).toEqual([])
  const draft = { ...question('Mine?'), use: 'TEST', courseId }
  expect(await codeOf(other('POST /admin/questions', draft))).toEqual([403, 'NOT_AN_AUTHOR'])
  const own = (await other('POST /admin/courses', COURSE)).body.data.id
  const copy = other(`POST /admin/courses/${own}/test/questions`, { questionIds: [ids[0]] })
  expect(await codeOf(copy)).toEqual([404, 'QUESTION_NOT_FOUND'])

  // Who wrote a question and is no author of the course any more does not see it.
  await as(`POST /admin/courses/${courseId}/transfer`, { userId: otherAuthor.id })
  await fixture.call(`DELETE /admin/courses/${courseId}/authors/${author.id}`, undefined, otherAuthor)
  expect(await codeOf(as(`GET /admin/questions/${ids[0]}`))).toEqual([404, 'QUESTION_NOT_FOUND'])
  expect((await other(`GET /admin/questions/${ids[0]}`)).body.data).toMatchObject({ canEdit: true })
})

test('the test of a shipped course is shown to administrators only, and nobody changes it', async () => {
  const shipped = (await fixture.call('GET /admin/courses?limit=100')).body.data.filter(
    ({ origin }: { origin: string }) => origin === 'PACK',
  )
  const pools = await Promise.all(
    shipped.map(
      async ({ id }: { id: string }) => (await fixture.call(`GET /admin/courses/${id}/test`)).body.data,
    ),
  )
  const { id } = pools.find(({ poolSize }) => poolSize > 0)
  expect(await codeOf(as(`GET /admin/courses/${id}/test`))).toEqual([403, 'NOT_AN_AUTHOR'])
  expect(await poolOf(id)).toEqual([])
  const seen = (await fixture.call(`GET /admin/questions?use=TEST&courseId=${id}`)).body.data
  expect(seen[0]).toMatchObject({ origin: 'PACK', canEdit: false })
  expect(await codeOf(as(`GET /admin/questions/${seen[0].id}`))).toEqual([404, 'QUESTION_NOT_FOUND'])
  expect(await codeOf(fixture.call(`PATCH /admin/courses/${id}/test`, { passPercent: 1 }))).toEqual([
    409,
    'OWNED_BY_PACK',
  ])
})

describe('who works on a test cannot take it', () => {
  const attempt = (courseId: string, user: TestUser) =>
    codeOf(fixture.call(`POST /course-tests/${courseId}/attempts`, undefined, user))

  test('an administrator reads every pool, and takes no test', async () => {
    const { courseId } = await courseWithPool(6)
    const admin = await fixture.staff('ADMIN')
    expect(await attempt(courseId, admin)).toEqual([403, 'TEST_NOT_FOR_ADMINS'])
  })

  test.each([
    [
      'writes a question',
      (admin: TestUser, { courseId }: { courseId: string }) =>
        fixture.call('POST /admin/questions', { ...question('Mine?'), use: 'TEST', courseId }, admin),
    ],
    [
      'publishes one question',
      (admin: TestUser, { questionId }: { questionId: string }) =>
        fixture.call(`POST /admin/questions/${questionId}/publish`, undefined, admin),
    ],
  ])('who %s is refused also without the role, and is paid nothing', async (_, work) => {
    const { courseId } = await courseWithPool(6)
    const draft = { ...question('By the author?'), use: 'TEST', courseId }
    const { id: questionId } = await data('POST /admin/questions', draft)
    const [lesson] = await data(`GET /admin/courses/${courseId}/lessons`)
    const admin = await fixture.staff('ADMIN')
    // The process has the course in its cache, without the administrator.
    expect((await fixture.call(`GET /lesson/${lesson.id}`, undefined, admin)).status).toBe(200)
    expect((await work(admin, { courseId, questionId })).status).toBeLessThan(300)
    await db()`update user_account set role = 'USER' where id = ${admin.id}`
    expect(await attempt(courseId, admin)).toEqual([403, 'TEST_OF_OWN_COURSE'])
    expect(await earnedBy(admin, lesson.id)).toEqual([0, 0])
    expect((await earnedBy(await fixture.service.register(), lesson.id))[0]).toBeGreaterThan(0)
  })
})

test.each([
  [{ use: 'TEST' }, 'courseId'],
  [{ use: 'CHALLENGE', courseId: '019a8b5e-7c1d-7000-8000-0000000000c1' }, 'courseId'],
])('a question with %p is refused', async (fields, field) => {
  const refused = await as('POST /admin/questions', { ...question('Where?'), ...fields })
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field])
})
