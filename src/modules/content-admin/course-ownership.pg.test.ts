import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Role } from '../../platform/http/caller.ts'
import {
  type AdminFixture,
  CAPSTONE,
  COURSE,
  createAdminFixture,
  LESSON,
  publishedCourse,
} from '../admin/admin-testbed.ts'
import { ACCESS, type AdminRoute } from '../staff-access/public/role-access.ts'

let fixture: AdminFixture
let owner: TestUser
let otherAuthor: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on' })
  owner = await fixture.staff('CREATOR')
  otherAuthor = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

interface Ids {
  course: string
  lesson: string
  question: string
  path: string
}

/** A course with a lesson, a question, a project and a path. */
async function createContent(author: TestUser, isPublished: boolean): Promise<Ids> {
  const as = (route: string, body?: unknown) => fixture.call(route, body, author)
  const course = isPublished
    ? (await publishedCourse(fixture, author)).courseId
    : (await as('POST /admin/courses', COURSE)).body.data.id
  if (!isPublished) await as(`POST /admin/courses/${course}/lessons`, LESSON)
  const [lesson] = (await as(`GET /admin/courses/${course}/lessons`)).body.data
  await as('POST /admin/capstones', { ...CAPSTONE, courseId: course })
  const path = (await as('POST /admin/learning-paths', { ...PATH, courseIds: [course] })).body.data.id
  if (isPublished) {
    await as(`POST /admin/capstones/${course}/publish`)
    await as(`POST /admin/learning-paths/${path}/publish`)
  }
  return { course, lesson: lesson.id, question: lesson.slides[1].questionId, path }
}

const PATH = { title: 'Keys', description: 'All of them.', category: 'GENERAL', kind: 'FOUNDATION' }

const SCHEDULE = { publishAt: new Date(Date.now() + 3_600_000).toISOString() }

const HIDDEN = { draft: 404, published: 404 }
const PROTECTED = { draft: 404, published: 403 }
const READABLE = { draft: 404, published: 200 }

interface Row {
  /** Which id fills `:id`. */
  id: keyof Ids
  body?: (ids: Ids) => unknown
  /** The status that another author gets. */
  expected: { draft: number; published: number }
  /** Only for the owner and an ADMIN. */
  isForOwner?: true
}

/** What each authoring endpoint answers to an author who has nothing to do with the course. */
const TABLE: Partial<Record<AdminRoute, Row>> = {
  'GET /admin/courses/:id': { id: 'course', expected: READABLE },
  'PATCH /admin/courses/:id': { id: 'course', body: () => ({ title: 'Mine' }), expected: PROTECTED },
  'GET /admin/courses/:id/lessons': { id: 'course', expected: READABLE },
  'POST /admin/courses/:id/lessons': { id: 'course', body: () => LESSON, expected: PROTECTED },
  'GET /admin/lessons/:id': { id: 'lesson', expected: READABLE },
  'PATCH /admin/lessons/:id': { id: 'lesson', body: () => ({ title: 'Mine' }), expected: PROTECTED },
  'POST /admin/lessons/:id/publish': { id: 'lesson', expected: PROTECTED },
  'POST /admin/lessons/:id/discard-changes': { id: 'lesson', expected: PROTECTED },
  'GET /admin/lessons/:id/history': { id: 'lesson', expected: PROTECTED },
  'GET /admin/lessons/:id/history/:version': { id: 'lesson', expected: PROTECTED },
  'GET /admin/lessons/:id/history/:version/diff': { id: 'lesson', expected: PROTECTED },
  'POST /admin/lessons/:id/history/:version/restore': { id: 'lesson', expected: PROTECTED },
  'POST /admin/courses/:id/publish': { id: 'course', expected: PROTECTED },
  'POST /admin/courses/:id/discard-changes': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/history': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/history/:version': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/history/:version/diff': { id: 'course', expected: PROTECTED },
  'POST /admin/courses/:id/history/:version/restore': { id: 'course', expected: PROTECTED },
  'PUT /admin/courses/:id/schedule': { id: 'course', body: () => SCHEDULE, expected: PROTECTED },
  'DELETE /admin/courses/:id/schedule': { id: 'course', expected: PROTECTED },
  'PUT /admin/lessons/:id/schedule': { id: 'lesson', body: () => SCHEDULE, expected: PROTECTED },
  'DELETE /admin/lessons/:id/schedule': { id: 'lesson', expected: PROTECTED },
  'POST /admin/courses/:id/review-requests': { id: 'course', body: () => ({}), expected: PROTECTED },
  'GET /admin/courses/:id/review-requests': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/test': { id: 'course', expected: PROTECTED },
  'PATCH /admin/courses/:id/test': { id: 'course', body: () => ({ passPercent: 1 }), expected: PROTECTED },
  'POST /admin/courses/:id/test/questions': {
    id: 'course',
    body: ({ question }) => ({ questionIds: [question] }),
    expected: PROTECTED,
  },
  'POST /admin/courses/:id/test/publish': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/test/example': { id: 'course', expected: PROTECTED },
  'GET /admin/questions/:id': { id: 'question', expected: HIDDEN },
  'PATCH /admin/questions/:id': { id: 'question', body: () => ({ hint: 'Mine' }), expected: HIDDEN },
  'POST /admin/questions/:id/publish': { id: 'question', expected: HIDDEN },
  'POST /admin/questions/:id/archive': { id: 'question', expected: HIDDEN },
  'GET /admin/capstones/:id': { id: 'course', expected: READABLE },
  'PATCH /admin/capstones/:id': { id: 'course', body: () => ({ passingScore: 1 }), expected: PROTECTED },
  'POST /admin/capstones/:id/publish': { id: 'course', expected: PROTECTED },
  'POST /admin/capstones': {
    id: 'course',
    body: ({ course }) => ({ ...CAPSTONE, courseId: course }),
    expected: PROTECTED,
  },
  'POST /admin/capstones/:id/archive': { id: 'course', expected: PROTECTED },
  'GET /admin/capstones/:id/history': { id: 'course', expected: PROTECTED },
  'GET /admin/capstones/:id/history/:version': { id: 'course', expected: PROTECTED },
  'GET /admin/capstones/:id/history/:version/diff': { id: 'course', expected: PROTECTED },
  'POST /admin/capstones/:id/history/:version/restore': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/cover': { id: 'course', expected: READABLE },
  'PUT /admin/courses/:id/cover': { id: 'course', body: () => ({ mediumId: null }), expected: PROTECTED },
  'GET /admin/learning-paths/:id/cover': { id: 'path', expected: READABLE },
  'PUT /admin/learning-paths/:id/cover': {
    id: 'path',
    body: () => ({ mediumId: null }),
    expected: PROTECTED,
  },
  'POST /admin/courses/:id/duplicate': { id: 'course', expected: PROTECTED },
  'POST /admin/lessons/:id/duplicate': { id: 'lesson', expected: PROTECTED },
  'GET /admin/lessons/:id/preview': { id: 'lesson', expected: PROTECTED },
  'POST /admin/lessons/:id/preview-link': { id: 'lesson', body: () => ({}), expected: PROTECTED },
  'DELETE /admin/lessons/:id/preview-link': { id: 'lesson', expected: PROTECTED },
  'PUT /admin/courses/:id/lesson-order': {
    id: 'course',
    body: ({ lesson }) => ({ lessonIds: [lesson] }),
    expected: PROTECTED,
  },
  'GET /admin/learning-paths/:id': { id: 'path', expected: READABLE },
  'PATCH /admin/learning-paths/:id': { id: 'path', body: () => ({ title: 'Mine' }), expected: PROTECTED },
  'POST /admin/learning-paths/:id/publish': { id: 'path', expected: PROTECTED },
  'POST /admin/learning-paths/:id/archive': { id: 'path', expected: PROTECTED },
  'GET /admin/learning-paths/:id/history': { id: 'path', expected: PROTECTED },
  'GET /admin/learning-paths/:id/history/:version': { id: 'path', expected: PROTECTED },
  'GET /admin/learning-paths/:id/history/:version/diff': { id: 'path', expected: PROTECTED },
  'POST /admin/learning-paths/:id/history/:version/restore': { id: 'path', expected: PROTECTED },
  'GET /admin/courses/:id/authors': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/figures': { id: 'course', expected: PROTECTED },
  'GET /admin/courses/:id/question-figures': { id: 'course', expected: PROTECTED },
  'POST /admin/courses/:id/authors': {
    id: 'course',
    body: () => ({ userId: otherAuthor.id }),
    expected: PROTECTED,
    isForOwner: true,
  },
  'DELETE /admin/courses/:id/authors/:userId': { id: 'course', expected: PROTECTED, isForOwner: true },
  'POST /admin/courses/:id/transfer': {
    id: 'course',
    body: () => ({ userId: otherAuthor.id }),
    expected: PROTECTED,
    isForOwner: true,
  },
  'POST /admin/lessons/:id/archive': { id: 'lesson', expected: PROTECTED },
  'POST /admin/courses/:id/archive': { id: 'course', expected: PROTECTED },
}

/** Lists, whose items are checked by a test of their own. */
const LISTS: AdminRoute[] = [
  'GET /admin/courses',
  'GET /admin/questions',
  'GET /admin/learning-paths',
  'GET /admin/capstones',
  'GET /admin/submissions',
]

/** Endpoints of authors that touch no content of a course, with the reason. */
const WITHOUT_COURSE: Partial<Record<AdminRoute, string>> = {
  'POST /admin/courses': 'creates a course of the caller',
  'POST /admin/questions': 'creates a question of the caller; course-tests.pg.test.ts tests those of a test',
  'POST /admin/learning-paths': 'creates a path of the caller; its courses have a test of their own',
  'GET /admin/formula': 'compiles what the caller sends',
  'GET /admin/topics': 'topics belong to nobody',
  'POST /admin/topics': 'topics belong to nobody',
  'POST /admin/questions/import': 'creates questions of the caller',
  'GET /admin/model-drafts': 'src/modules/model-drafts/model-drafts.pg.test.ts tests other authors',
  'POST /admin/lessons/:id/model-drafts': 'the same',
  'POST /admin/questions/model-drafts': 'the same',
  'DELETE /admin/model-drafts/:id': 'the same',
  'GET /admin/questions/export': 'src/modules/question-bank/question-bank.pg.test.ts tests other authors',
  'GET /admin/questions/duplicates': 'the same',
  'GET /admin/question-tags': 'the same',
  'POST /admin/questions/bulk': 'the same',
  'POST /admin/submissions/:id/decision': 'has a test of its own',
  'POST /admin/review-requests/:id/withdraw': 'review.pg.test.ts tests other authors',
}
const KINDS_WITHOUT_COURSE = ['contests', 'contest-plans', 'promotions', 'badges', 'media']

function send(route: string, { id, body }: Row, ids: Ids, as: TestUser) {
  const path = route.replace(':id', ids[id]).replace(':userId', as.id).replace(':version', '1')
  return fixture.call(path, body?.(ids), as)
}

test('every endpoint of authors is in the table', () => {
  const known = new Set([...Object.keys(TABLE), ...LISTS, ...Object.keys(WITHOUT_COURSE)])
  const missing = (Object.keys(ACCESS) as AdminRoute[]).filter(
    (route) =>
      (ACCESS[route] as readonly Role[]).includes('CREATOR') &&
      !known.has(route) &&
      !KINDS_WITHOUT_COURSE.includes(route.split('/')[2]!),
  )
  expect(missing).toEqual([])
})

describe.each([['draft', false] as const, ['published', true] as const])(
  'a %s course',
  (state, isPublished) => {
    test('another author gets 404 for everything that is not published, and changes nothing', async () => {
      const ids = await createContent(owner, isPublished)
      const read = async () => {
        const routes = ['courses/:id', 'courses/:id/authors', 'courses/:id/lessons', 'capstones/:id']
        const own = routes.map((path) => fixture.call(`GET /admin/${path.replace(':id', ids.course)}`))
        const bodies = [
          ...own,
          fixture.call(`GET /admin/questions/${ids.question}`),
          fixture.call(`GET /admin/learning-paths/${ids.path}`),
        ]
        return (await Promise.all(bodies)).map(({ body }) => body.data)
      }
      const before = await read()
      const found: Record<string, number> = {}
      const expected: Record<string, number> = {}
      for (const [route, row] of Object.entries(TABLE)) {
        expected[route] = row.expected[state]
        const response = await send(route, row, ids, otherAuthor)
        found[route] = response.status
        if (response.status === 403) expect(response.body.error.code).toBe('NOT_AN_AUTHOR')
        if (response.status >= 400) expect(JSON.stringify(response.body)).not.toContain(COURSE.title)
      }
      expect(found).toEqual(expected)
      expect(await read()).toEqual(before)
    })

    test('a co-author can do everything except choose the authors', async () => {
      const ids = await createContent(owner, isPublished)
      const coAuthor = await fixture.staff('CREATOR')
      await fixture.call(`POST /admin/courses/${ids.course}/authors`, { userId: coAuthor.id }, owner)
      for (const [route, row] of Object.entries(TABLE)) {
        // The path is of the owner alone, and leaving comes at the end.
        if (row.id === 'path' || route.startsWith('DELETE')) continue
        const { status, body } = await send(route, row, ids, coAuthor)
        const code = body.error?.code
        if (row.isForOwner) expect([route, status, code]).toEqual([route, 403, 'NOT_THE_OWNER'])
        else if (status >= 300)
          expect([
            route,
            [
              'COURSE_HAS_NO_LESSONS',
              'NOTHING_TO_REVIEW',
              'PROJECT_EXISTS',
              'LAST_LESSON',
              'LESSONS_DIFFER',
            ].includes(code),
          ]).toEqual([route, true])
      }
      const left = await fixture.call(
        `DELETE /admin/courses/${ids.course}/authors/${coAuthor.id}`,
        undefined,
        coAuthor,
      )
      expect([left.status, left.body.data]).toEqual([
        200,
        [{ userId: owner.id, username: expect.any(String), role: 'OWNER' }],
      ])
      const gone = await fixture.call(`GET /admin/courses/${ids.course}/authors`, undefined, coAuthor)
      expect(gone.status).not.toBe(200)
    })
  },
)

test('lists show an author the own drafts and no draft, solution or submission of another author', async () => {
  const draft = await createContent(owner, false)
  const shown = await createContent(owner, true)
  const { learnerId } = await submitProject(shown.course)
  const idsIn = async (as: TestUser, route: string, query = 'limit=100'): Promise<string[]> =>
    (await fixture.call(`${route}?${query}`, undefined, as)).body.data.map(({ id }: { id: string }) => id)
  const contains = async (as: TestUser, ids: Ids) => ({
    course: (await idsIn(as, 'GET /admin/courses')).includes(ids.course),
    question: (await idsIn(as, 'GET /admin/questions')).includes(ids.question),
    path: (await idsIn(as, 'GET /admin/learning-paths')).includes(ids.path),
    project: (await idsIn(as, 'GET /admin/capstones')).includes(ids.course),
  })
  const all = { course: true, question: true, path: true, project: true }
  expect(await contains(owner, draft)).toEqual(all)
  expect(await contains(fixture.admin, draft)).toEqual(all)
  expect(await contains(otherAuthor, draft)).toEqual({
    course: false,
    question: false,
    path: false,
    project: false,
  })
  expect(await contains(otherAuthor, shown)).toEqual({ ...all, question: false })
  const project = (await fixture.call(`GET /admin/capstones/${shown.course}`, undefined, otherAuthor)).body
    .data
  expect([project.canEdit, project.rubric[0].evidence]).toEqual([false, []])
  const mine = await idsIn(await fixture.staff('CREATOR'), 'GET /admin/courses', 'mine=true')
  expect(mine).toEqual([])
  const own = await idsIn(owner, 'GET /admin/courses', 'mine=true&limit=100')
  expect([own.includes(draft.course), own.includes(shown.course)]).toEqual([true, true])

  const seenBy = async (as: TestUser) =>
    (await fixture.call('GET /admin/submissions', undefined, as)).body.data.map(
      ({ userId }: { userId: string }) => userId,
    )
  expect(await seenBy(owner)).toEqual([learnerId])
  expect(await seenBy(otherAuthor)).toEqual([])
  await fixture.call(`POST /admin/courses/${shown.course}/authors`, { userId: otherAuthor.id }, owner)
  expect(await seenBy(otherAuthor)).toEqual([learnerId])
})

/** Creates a submission that waits for a review. */
async function submitProject(courseId: string): Promise<{ learnerId: string }> {
  const learner = await fixture.service.register()
  const work = { submissionType: 'TEXT', notes: 'Nothing of use.' }
  await fixture.call(`POST /user-courses/enroll/${courseId}`, undefined, learner)
  await fixture.call(`POST /course/${courseId}/project/submit`, work, learner)
  const assessed = async () => {
    const { body } = await fixture.call(`GET /course/${courseId}/project/submission`, undefined, learner)
    return body.data.status === 'NEEDS_REVISION'
  }
  await waitUntil(assessed)
  await fixture.call(`POST /course/${courseId}/project/submission/appeal`, { reason: 'Again.' }, learner)
  return { learnerId: learner.id }
}

test('an author cannot take a question or a draft course of another author by its id', async () => {
  const { course } = await createContent(owner, false)
  const as = (route: string, body: unknown, user: TestUser) => fixture.call(route, body, user)
  const draft = { prompt: 'Mine?', options: ['a', 'b'], correctIndex: 0, use: 'PRACTICE' }
  const question = (await as('POST /admin/questions', draft, owner)).body.data.id
  const own = (await as('POST /admin/courses', COURSE, otherAuthor)).body.data.id
  const taken = await as(
    `POST /admin/courses/${own}/lessons`,
    { ...LESSON, slides: [{ type: 'QUIZ', questionId: question }] },
    otherAuthor,
  )
  expect([taken.status, taken.body.error.code]).toEqual([422, 'NOT_FOR_PRACTICE'])
  const path = await as('POST /admin/learning-paths', { ...PATH, courseIds: [course] }, otherAuthor)
  expect([path.status, path.body.error.code]).toEqual([422, 'UNKNOWN_COURSE'])
})

test('a question of a lesson belongs to the course, also after its writer has left', async () => {
  const { course } = await createContent(owner, false)
  const writer = await fixture.staff('CREATOR')
  await fixture.call(`POST /admin/courses/${course}/authors`, { email: writer.email }, owner)
  const { body } = await fixture.call(`POST /admin/courses/${course}/lessons`, LESSON, writer)
  const path = `/admin/questions/${body.data.slides[1].questionId}`
  expect((await fixture.call(`PATCH ${path}`, { hint: 'Look.' }, writer)).status).toBe(200)
  expect((await fixture.call(`PATCH ${path}`, { hint: 'Look twice.' }, owner)).status).toBe(200)
  await fixture.call(`DELETE /admin/courses/${course}/authors/${writer.id}`, undefined, owner)
  expect((await fixture.call(`GET ${path}`, undefined, writer)).status).toBe(404)
  expect((await fixture.call(`GET ${path}`, undefined, owner)).status).toBe(200)
})

describe('owner and co-authors', () => {
  test('a transfer changes the owner, notifies both, and is in the audit log', async () => {
    const { courseId } = await publishedCourse(fixture, owner)
    const heir = await fixture.staff('CREATOR')
    const transfer = (as: TestUser, to: object) =>
      fixture.call(`POST /admin/courses/${courseId}/transfer`, to, as)
    expect((await transfer(heir, { userId: heir.id })).status).toBe(403)
    const done = await transfer(owner, { email: heir.email.toUpperCase() })
    const authors = [
      { userId: heir.id, username: expect.any(String), role: 'OWNER' },
      { userId: owner.id, username: expect.any(String), role: 'CO_AUTHOR' },
    ]
    expect([done.status, done.body.data]).toEqual([200, authors])
    expect((await transfer(owner, { userId: owner.id })).body.error.code).toBe('NOT_THE_OWNER')
    expect((await transfer(heir, { userId: heir.id })).body.data).toEqual(authors)
    const entries = await fixture.log(`&subjectId=${courseId}`)
    expect(entries.filter(({ act }) => act === 'course.transferred')).toMatchObject([
      {
        before: { ownerId: owner.id, coAuthorIds: [] },
        after: { ownerId: heir.id, coAuthorIds: [owner.id] },
      },
    ])
    const titlesOf = async (user: TestUser): Promise<string[]> =>
      (await fixture.call('GET /notifications', undefined, user)).body.data.map(
        ({ title }: { title: string }) => title,
      )
    await waitUntil(async () => (await titlesOf(heir)).includes('A course is yours'))
    await waitUntil(async () => (await titlesOf(owner)).includes(`“${COURSE.title}” has a new owner`))
  })

  test('only users who may write courses become authors, and each of them once', async () => {
    const { courseId } = await publishedCourse(fixture, owner)
    const learner = await fixture.service.register()
    const add = async (author: object) => {
      const { status, body } = await fixture.call(`POST /admin/courses/${courseId}/authors`, author, owner)
      return [status, body.error?.code ?? body.data.length]
    }
    expect(await add({ userId: learner.id })).toEqual([422, 'NO_SUCH_AUTHOR'])
    expect(await add({ email: learner.email })).toEqual([422, 'NO_SUCH_AUTHOR'])
    expect(await add({ email: 'nobody@example.com' })).toEqual([422, 'NO_SUCH_AUTHOR'])
    expect(await add({})).toEqual([400, 'VALIDATION_FAILED'])
    const writer = await fixture.staff('CREATOR')
    const results = await Promise.all(Array.from({ length: 5 }, () => add({ userId: writer.id })))
    expect(results).toEqual(Array.from({ length: 5 }, () => [201, 2]))
    expect(await add({ userId: owner.id })).toEqual([201, 2])
    const removed = await fixture.call(
      `DELETE /admin/courses/${courseId}/authors/${owner.id}`,
      undefined,
      owner,
    )
    expect([removed.status, removed.body.error.code]).toEqual([404, 'CO_AUTHOR_NOT_FOUND'])
    const entries = await fixture.log(`&subjectId=${courseId}`)
    expect(entries.filter(({ act }) => act === 'course.author_added')).toHaveLength(1)
  })

  test('a course has at most twenty co-authors', async () => {
    const { courseId } = await publishedCourse(fixture, owner)
    const ids = Array.from({ length: 20 }, () => Bun.randomUUIDv7())
    await fixture.service.test.database.query`
      update course set co_author_ids = ${ids}::uuid[] where id = ${courseId}`
    const path = `/admin/courses/${courseId}/authors`
    const refused = await fixture.call(`POST ${path}`, { userId: otherAuthor.id }, owner)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'TOO_MANY_CO_AUTHORS'])
    const listed = (await fixture.call(`GET ${path}`, undefined, owner)).body.data
    expect([listed.length, listed[20].username]).toEqual([21, null])
  })

  test('a course of a pack has no authors, and nobody can become one', async () => {
    const courses = (await fixture.call('GET /admin/courses?limit=100', undefined, otherAuthor)).body.data
    const { id, ownerId, canEdit } = courses.find(({ origin }: { origin: string }) => origin === 'PACK')
    expect([ownerId, canEdit]).toEqual([null, false])
    for (const as of [otherAuthor, fixture.admin]) {
      const added = await fixture.call(`POST /admin/courses/${id}/authors`, { userId: otherAuthor.id }, as)
      expect([added.status, added.body.error.code]).toEqual([409, 'OWNED_BY_PACK'])
    }
  })

  test('a course pays nothing to a co-author, also after the co-author has left', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, owner)
    const [coAuthor, former, receiver] = await Promise.all([1, 2, 3].map(() => fixture.staff('CREATOR')))
    const path = `/admin/courses/${courseId}`
    for (const user of [coAuthor!, former!])
      await fixture.call(`POST ${path}/authors`, { userId: user.id }, owner)
    await fixture.call(`DELETE ${path}/authors/${former!.id}`, undefined, owner)
    await fixture.call(`POST ${path}/transfer`, { userId: receiver!.id }, owner)
    const earned = async (user: TestUser) => {
      const { slides } = (await fixture.call(`GET /lesson/${lessonId}`, undefined, user)).body.data
      const { question } = slides[1]
      const answer = { questionId: question.id, selectedOption: question.correctIndex }
      await fixture.call(`POST /user-lessons/${lessonId}/answers`, answer, user)
      const { body } = await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)
      return [body.data.xpEarned, body.data.gemsEarned]
    }
    for (const user of [coAuthor!, former!, receiver!, owner]) expect(await earned(user)).toEqual([0, 0])
    expect((await earned(otherAuthor))[0]).toBeGreaterThan(0)
  })
})
