import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { type AdminFixture, CAPSTONE, COURSE, createAdminFixture, LESSON } from '../admin/admin-testbed.ts'
import { ACCESS } from '../staff-access/public/role-access.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.call(route, body, author, headers)
const create = async (route: string, body: unknown): Promise<string> => (await as(route, body)).body.data.id
const createCourse = () => create('POST /admin/courses', COURSE)
const createLesson = async (courseId: string) => create(`POST /admin/courses/${courseId}/lessons`, LESSON)

/** A course that can be published. */
async function createReadyCourse(): Promise<string> {
  const courseId = await createCourse()
  await as(`POST /admin/lessons/${await createLesson(courseId)}/publish`)
  return courseId
}

const QUESTION = { prompt: 'A?', options: ['a', 'b'], correctIndex: 0 }
const PATH = { title: 'Keys', description: 'All of them.', category: 'GENERAL', kind: 'FOUNDATION' }

/** Every kind of content with versions: how to create one and how to change it. */
const KINDS: Record<string, { create: () => Promise<string>; patch: Record<string, unknown> }> = {
  courses: { create: createReadyCourse, patch: { title: 'Another' } },
  lessons: { create: async () => createLesson(await createCourse()), patch: { title: 'Another' } },
  questions: { create: () => create('POST /admin/questions', QUESTION), patch: { prompt: 'B?' } },
  capstones: {
    create: async () => create('POST /admin/capstones', { ...CAPSTONE, courseId: await createCourse() }),
    patch: { passingScore: 12 },
  },
  'learning-paths': {
    create: async () => {
      const courseId = await createReadyCourse()
      await as(`POST /admin/courses/${courseId}/publish`)
      return create('POST /admin/learning-paths', { ...PATH, courseIds: [courseId] })
    },
    patch: { title: 'Another' },
  },
}

test('every kind of content that a CREATOR edits has versions, except for the ones without drafts of a course', () => {
  const edited = Object.keys(ACCESS).flatMap(
    (route) => /^PATCH \/admin\/([\w-]+)\/:id$/.exec(route)?.[1] ?? [],
  )
  // Broadcasts are not content; their version is in the body. contest-plans.pg.test.ts tests the versions of plans.
  const without = [
    'contest-plans',
    'users',
    'contests',
    'promotions',
    'certificates',
    'media',
    'topics',
    'broadcasts',
  ]
  expect(edited.filter((kind) => !without.includes(kind)).sort()).toEqual(Object.keys(KINDS).sort())
})

describe.each(Object.keys(KINDS))('versions of %s', (kind) => {
  const { create, patch } = KINDS[kind]!

  test('a read and an edit answer with the version as ETag, and an edit of an older version is 412', async () => {
    const path = `/admin/${kind}/${await create()}`
    const read = async () => {
      const { headers, body } = await as(`GET ${path}`)
      expect(headers.get('etag')).toBe(`"${body.data.version}"`)
      return body.data
    }
    const first = await read()
    const etag = `"${first.version}"`
    const edited = await as(`PATCH ${path}`, patch, { 'if-match': etag })
    expect([edited.status, edited.headers.get('etag')]).toEqual([200, `"${first.version + 1}"`])
    expect(edited.body.data).toMatchObject({ ...patch, version: first.version + 1 })

    const current = await read()
    for (const [route, body] of [
      [`PATCH ${path}`, patch],
      [`POST ${path}/publish`, undefined],
      [`POST ${path}/archive`, undefined],
    ] as const) {
      const refused = await as(route, body, { 'if-match': etag })
      expect([route, refused.status, refused.body.error.code]).toEqual([route, 412, 'VERSION_CHANGED'])
      const { stats: _, ...resource } = current
      expect(refused.body.error).toMatchObject({
        expected: first.version,
        current: current.version,
        resource,
      })
      expect(refused.headers.get('etag')).toBeNull()
    }
    expect(await read()).toEqual(current)

    const published = await as(`POST ${path}/publish`, undefined, { 'if-match': `W/"${current.version}"` })
    expect([published.status, published.body.data.version]).toEqual([200, current.version + 1])
    const again = await as(`POST ${path}/publish`, undefined, { 'if-match': '*' })
    expect([again.status, again.body.data.version]).toEqual([200, current.version + 1])
    const last = await as(`PATCH ${path}`, patch)
    expect([last.status, last.body.data.version]).toEqual([200, current.version + 2])
  })

  test.each(['a draft', 'published content'])(
    'of fifty parallel edits of the same version of %s one is stored, and the others are 412',
    async (state) => {
      const path = `/admin/${kind}/${await create()}`
      if (state === 'published content') await as(`POST ${path}/publish`)
      const { version } = (await as(`GET ${path}`)).body.data
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => as(`PATCH ${path}`, patch, { 'if-match': `"${version}"` })),
      )
      const counts = Object.groupBy(responses, ({ status }) => String(status))
      expect([counts['200']?.length, counts['412']?.length]).toEqual([1, 49])
      expect((await as(`GET ${path}`)).body.data.version).toBe(version + 1)
    },
  )
})

test('a malformed If-Match is 400', async () => {
  const path = `/admin/courses/${await createCourse()}`
  for (const header of ['1', '"x"', '"1", "2"', '""', `"${'1'.repeat(30)}"`]) {
    const { status, body } = await as(`PATCH ${path}`, { title: 'Another' }, { 'if-match': header })
    expect([header, status, body.error.details?.[0].field]).toEqual([header, 400, 'if-match'])
  }
})

test('a repeated request with its Idempotency-Key gets the stored response with its ETag, not 412', async () => {
  const path = `/admin/courses/${await createCourse()}`
  const headers = { 'if-match': '"1"', 'idempotency-key': crypto.randomUUID() }
  const send = () => as(`PATCH ${path}`, { title: 'Another' }, headers)
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect([first.headers.get('etag'), second.headers.get('etag')]).toEqual(['"2"', '"2"'])
  expect(second.headers.get('idempotency-replayed')).toBe('true')
})

test('a lesson that moves because another one is moved keeps its version', async () => {
  const courseId = await createCourse()
  const [one, two] = [await createLesson(courseId), await createLesson(courseId)]
  await as(`PATCH /admin/lessons/${two}`, { order: 1 })
  const { order, version } = (await as(`GET /admin/lessons/${one}`)).body.data
  expect([order, version]).toEqual([2, 1])
  expect((await as(`GET /admin/lessons/${two}`)).body.data.version).toBe(2)
})
