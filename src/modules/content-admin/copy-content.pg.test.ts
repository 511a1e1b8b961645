import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { type AdminFixture, CAPSTONE, COURSE, createAdminFixture, LESSON } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on' })
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.call(route, body, author, headers)
const db = () => fixture.service.test.database.query
const createCourse = async (): Promise<string> => (await as('POST /admin/courses', COURSE)).body.data.id
const createLesson = async (courseId: string, title: string): Promise<string> =>
  (await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, title })).body.data.id
const lessonsOf = async (courseId: string) =>
  (await as(`GET /admin/courses/${courseId}/lessons?limit=100`)).body.data
const idsOf = async (courseId: string): Promise<string[]> =>
  (await lessonsOf(courseId)).map(({ id }: { id: string }) => id)

/** Everything that a copy must have in common with its original. */
async function contentOf(courseId: string) {
  const [course] = await db()`
    select description, category, level, is_premium, cover_key, skills, topic_id, bonus_xp, bonus_gems, test,
      required_score, coalesce(project, project_draft) as project, key
    from course where id = ${courseId}`
  const lessons = await db()`
    select title, xp_reward, gem_reward, required_score,
      (select jsonb_agg(case when slide ? 'questionId' then (
          select to_jsonb(question) - 'id' - 'key' - 'pack_id' - 'owner_id' - 'version' from question
          where id = (slide ->> 'questionId')::uuid) else slide end order by place)
        from jsonb_array_elements(slides) with ordinality as part (slide, place)) as slides
    from lesson where course_id = ${courseId} and (archived_at is null or is_draft) order by position, key`
  const pool = await db()`
    select prompt, options, correct_index, content, explanation, skill from question
    where use = 'TEST' and course_key = ${course!.key as string} and archived_at is null order by prompt, explanation`
  const { key: _, ...fields } = course!
  return { ...fields, lessons, pool }
}

test('an author copies every shipped course, with lessons, questions, test and project, as an own draft', async () => {
  const { data } = (await as('GET /admin/courses?limit=100')).body
  const shipped = data.filter(({ origin }: { origin: string }) => origin === 'PACK')
  expect(shipped.length).toBeGreaterThan(1)
  let [pools, projects] = [0, 0]
  for (const { id, title } of shipped) {
    const copied = await as(`POST /admin/courses/${id}/duplicate`)
    expect([copied.status, copied.headers.get('etag')]).toEqual([201, '"1"'])
    const copy = copied.body.data
    expect(copy).toMatchObject({
      title: `Copy of ${title}`,
      status: 'DRAFT',
      origin: 'ADMIN',
      ownerId: author.id,
      canEdit: true,
    })
    const content = await contentOf(copy.id)
    expect(content).toEqual(await contentOf(id))
    pools += content.pool.length
    if ('project' in content && content.project) projects++
    const statuses = (await lessonsOf(copy.id)).map(({ status }: { status: string }) => status)
    expect(new Set(statuses)).toEqual(new Set(['DRAFT']))
  }
  expect([pools > 0, projects > 0]).toEqual([true, true])
  const shared = await db()`
    select question_id from lesson, jsonb_path_query(slides, '$[*].questionId') as question_id
    group by question_id having count(*) > 1`
  expect(shared).toEqual([])
})

test('the copy of an own course has its drafts, is independent of it, and leaves archived lessons out', async () => {
  const courseId = await createCourse()
  const [one, two] = [await createLesson(courseId, 'One'), await createLesson(courseId, 'Two')]
  await createLesson(courseId, 'Three')
  await as('POST /admin/capstones', { ...CAPSTONE, courseId })
  await as(`POST /admin/lessons/${one}/publish`)
  await as(`POST /admin/courses/${courseId}/publish`)
  await as(`POST /admin/lessons/${two}/publish`)
  await as(`POST /admin/lessons/${two}/archive`)
  const copy = (await as(`POST /admin/courses/${courseId}/duplicate`)).body.data
  const lessons = await lessonsOf(copy.id)
  expect(lessons.map(({ title, order, status }: Record<string, unknown>) => [title, order, status])).toEqual([
    ['One', 1, 'DRAFT'],
    ['Three', 2, 'DRAFT'],
  ])
  expect((await as(`GET /admin/capstones/${copy.id}`)).body.data).toMatchObject({
    ...CAPSTONE,
    status: 'DRAFT',
  })
  await as(`PATCH /admin/questions/${lessons[0].slides[1].questionId}`, { prompt: 'Changed?' })
  const original = (await lessonsOf(courseId))[0].slides[1].questionId
  expect((await as(`GET /admin/questions/${original}`)).body.data.prompt).toBe('Who may spend?')
  expect((await fixture.log(`&subjectId=${copy.id}`)).map(({ act, actorId }) => [act, actorId])).toEqual([
    ['course.created', author.id],
  ])
})

test('the copy of a lesson is a draft behind the original, and its title stays within the limit', async () => {
  const courseId = await createCourse()
  const [one, two] = [await createLesson(courseId, '🗝'.repeat(100)), await createLesson(courseId, 'Two')]
  const copied = await as(`POST /admin/lessons/${one}/duplicate`)
  const copy = copied.body.data
  expect([copied.status, copy.status, copy.order]).toEqual([201, 'DRAFT', 2])
  expect(copy.title).toStartWith('Copy of 🗝')
  expect(copy.title.length).toBeLessThanOrEqual(200)
  expect(await idsOf(courseId)).toEqual([one, copy.id, two])
  const [original] = await lessonsOf(courseId)
  expect(copy.slides[0]).toEqual(original.slides[0])
  expect(copy.slides[1].questionId).not.toBe(original.slides[1].questionId)
  expect((await as(`POST /admin/lessons/${copy.id}/publish`)).status).toBe(200)
})

test('one request orders all lessons, as an edit of the course that leaves the versions of the lessons', async () => {
  const courseId = await createCourse()
  const ids = [
    await createLesson(courseId, 'One'),
    await createLesson(courseId, 'Two'),
    await createLesson(courseId, 'Three'),
  ]
  const path = `/admin/courses/${courseId}`
  const order = async (lessonIds: unknown[], version: number) => {
    const headers = { 'if-match': `"${version}"` }
    const { status, body } = await as(`PUT ${path}/lesson-order`, { lessonIds }, headers)
    return [status, body.error?.code ?? body.data]
  }
  const wanted = [ids[2]!, ids[0]!, ids[1]!]
  expect(await order(wanted, 1)).toEqual([200, { id: courseId, version: 2, lessonIds: wanted }])
  expect(await idsOf(courseId)).toEqual(wanted)
  expect((await lessonsOf(courseId)).map(({ version }: { version: number }) => version)).toEqual([1, 1, 1])
  expect((await as(`GET ${path}`)).body.data.version).toBe(2)
  expect(await order(ids, 1)).toEqual([412, 'VERSION_CHANGED'])
  // The same order again is not an edit.
  expect(await order(wanted, 2)).toEqual([200, { id: courseId, version: 2, lessonIds: wanted }])
  const foreign = await createLesson(await createCourse(), 'Foreign')
  for (const wrong of [
    [],
    ids.slice(1),
    [...ids, ids[0]!],
    [ids[0]!, ids[0]!, ids[1]!],
    [...ids.slice(1), foreign],
  ])
    expect(await order(wrong, 2)).toEqual([422, 'LESSONS_DIFFER'])
  expect(await order(['x'], 2)).toEqual([400, 'VALIDATION_FAILED'])
  expect(await idsOf(courseId)).toEqual(wanted)
  const [entry, ...others] = (await fixture.log(`&subjectId=${courseId}`)).filter(
    ({ act }) => act === 'course.updated',
  )
  expect(entry).toMatchObject({ before: { lessonIds: ids }, after: { lessonIds: wanted } })
  expect(others).toEqual([])
})

test('of fifty parallel orders of the same version one is stored, and the others are 412', async () => {
  const courseId = await createCourse()
  const ids = [await createLesson(courseId, 'One'), await createLesson(courseId, 'Two')]
  const send = () =>
    as(`PUT /admin/courses/${courseId}/lesson-order`, { lessonIds: ids.toReversed() }, { 'if-match': '"1"' })
  const statuses = (await Promise.all(Array.from({ length: 50 }, send))).map(({ status }) => status)
  expect([statuses.filter((status) => status === 200).length, new Set(statuses)]).toEqual([
    1,
    new Set([200, 412]),
  ])
})
