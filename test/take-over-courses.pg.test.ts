import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportAsText } from '../src/app/commands/import-report.ts'
import {
  type ContentReport,
  importContentPack,
  previewContentPack,
  readContentPack,
} from '../src/app/wiring/content-pack.ts'
import { exportContentPack, listPacks } from '../src/app/wiring/export-content.ts'
import { readPacks } from '../src/app/wiring/read-packs.ts'
import { type AdminFixture, createAdminFixture } from '../src/modules/admin/admin-testbed.ts'
import { importAuthored } from '../src/modules/content-exchange/import-authored.ts'
import type { UserId } from '../src/platform/ids.ts'
import type { TestUser } from './harness/api-client.ts'
import { createTestDatabase } from './harness/database.ts'
import { FIXTURE } from './harness/learning-testbed.ts'
import { openTestPlatform, type TestPlatform } from './harness/platform.ts'
import { insertUser } from './harness/users.ts'
import { waitUntil } from './harness/wait-until.ts'

// An administrator takes a course of a pack over: it becomes one of authors, and learners notice nothing.

const KEY = 'chain-basics'
const REASON = { reason: 'We adapt it to our members.' }
const root = mkdtempSync(join(tmpdir(), 'lyceum-take-over-'))
let fixture: AdminFixture
let platform: TestPlatform
let learner: TestUser
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  const settings = { DATA_DIR: join(root, 'data') }
  fixture = await createAdminFixture(settings)
  platform = await openTestPlatform(fixture.service.test, { settings })
  closers.push(() => platform.close())
  learner = await fixture.service.register()
})
afterAll(async () => {
  for (const close of closers) await close()
  await fixture?.stop()
  rmSync(root, { recursive: true, force: true })
})

async function readFixture() {
  const read = await readContentPack(FIXTURE)
  if ('errors' in read) throw new Error(JSON.stringify(read.errors))
  return read
}
const importFixture = async (archiveMissing = false) =>
  importContentPack(platform, await readFixture(), { archiveMissing })

const db = () => fixture.service.test.database.query
const code = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]
const as = async (route: string, body?: unknown, user?: TestUser) =>
  (await fixture.call(route, body, user)).body

async function idsOf(key: string): Promise<{ courseId: string; lessonIds: string[]; questionId: string }> {
  const [row] = await db()<{ courseId: string; lessonIds: string[] }>`
    select course.id as "courseId", jsonb_agg(lesson.id order by lesson.position) as "lessonIds"
    from course join lesson on course_id = course.id where course.key = ${key} group by course.id`
  const [question] = await db()<{ id: string }>`
    select questions.id from lesson, unnest(questions_of(slides)) as questions (id)
    where course_id = ${row!.courseId} order by position limit 1`
  return { ...row!, questionId: question?.id ?? '' }
}

/** A pool of the test, as a pack with `test.yaml` has it. */
async function addPool(key: string): Promise<void> {
  await db()`
    insert into question (id, key, topic_id, use, course_key, pack_id, difficulty, prompt, options, correct_index, explanation,
      html, skill)
    select gen_random_uuid(), 'course:' || key || '/test/q' || number, topic_id, 'TEST', key, pack_id, 'EASY',
      'Test ' || number, array['a', 'b'], 1, 'Because.', '{"prompt": "<p>T</p>", "explanation": "<p>B</p>"}', 'hashing'
    from course, generate_series(1, 24) as number where key = ${key} on conflict (key) do nothing`
}

/** A practice question after the first lesson, as a pack with `practice.yaml` has it. Returns its id. */
async function addPracticeQuestion(key: string): Promise<string> {
  const [row] = await db()<{ id: string }>`
    insert into question (id, key, topic_id, use, practice_lesson_id, pack_id, difficulty, prompt, options, correct_index,
      explanation, html, skill)
    select gen_random_uuid(), 'course:' || course.key || '/practice/q', topic_id, 'PRACTICE', lesson.id, pack_id, 'EASY',
      'Practice', array['a', 'b'], 1, 'Because.', '{"prompt": "<p>P</p>", "explanation": "<p>B</p>"}', 'hashing'
    from course join lesson on course_id = course.id and lesson.position = 1 where course.key = ${key}
    on conflict (key) do update set archived_at = null returning id`
  return row!.id
}

/** Everything that a learner sees of a course. */
async function viewOf({ courseId, lessonIds }: { courseId: string; lessonIds: string[] }) {
  const routes = [
    `GET /course/${courseId}`,
    `GET /course/${courseId}/lessons`,
    ...lessonIds.map((id) => `GET /lesson/${id}`),
    'GET /user-courses',
    `GET /course-tests/${courseId}`,
    'GET /review/due',
    'GET /learning-path',
    'GET /user/profile',
  ]
  const seen: Record<string, unknown> = {}
  for (const route of routes) {
    const { status, body } = await fixture.call(route, undefined, learner)
    seen[route] = [status, body.data ?? body.error.code]
  }
  return seen
}

describe('a course of a pack', () => {
  test('that is taken over keeps ids, progress and answers, can be edited, and is left alone by imports until it is given back', async () => {
    await importFixture()
    await addPool(KEY)
    const practiceId = await addPracticeQuestion(KEY)
    const ids = await idsOf(KEY)
    const [first, second] = ids.lessonIds as [string, string]
    await fixture.call(`POST /user-courses/enroll/${ids.courseId}`, {}, learner)
    await fixture.call(`POST /user-lessons/${first}/complete`, {}, learner)
    const before = await viewOf(ids)
    expect(before[`GET /course-tests/${ids.courseId}`]).toMatchObject([200, {}])
    expect(code(await fixture.call(`PATCH /admin/courses/${ids.courseId}`, { title: 'Ours' }))).toEqual([
      409,
      'OWNED_BY_PACK',
    ])

    const author = await fixture.staff('CREATOR')
    const route = `POST /admin/courses/${ids.courseId}/take-over`
    expect((await fixture.call(route, {})).status).toBe(400)
    expect((await fixture.call(route, REASON, author)).status).toBe(403)
    expect(code(await fixture.call(route, { ...REASON, owner: { userId: learner.id } }))).toEqual([
      422,
      'NO_SUCH_AUTHOR',
    ])
    expect(code(await fixture.call(`DELETE /admin/courses/${ids.courseId}/take-over`))).toEqual([
      409,
      'OWNED_BY_PACK',
    ])
    const taken = await fixture.call(route, { ...REASON, owner: { userId: author.id } })
    expect(taken.body.data).toMatchObject({
      id: ids.courseId,
      origin: 'ADMIN',
      status: 'PUBLISHED',
      ownerId: author.id,
      takenOverFrom: 'small-pack',
      hasUnpublishedChanges: false,
    })
    expect(code(await fixture.call(route, REASON))).toEqual([409, 'NOT_OF_A_PACK'])
    expect(await viewOf(ids)).toEqual(before)
    const [entry] = await fixture.log(`&subjectId=${ids.courseId}`)
    expect(entry).toMatchObject({
      act: 'course.taken_over',
      actorId: fixture.admin.id,
      userId: author.id,
      before: { packId: 'small-pack', key: KEY },
      details: REASON,
    })

    // The practice questions of the course are the author's too.
    const listed = await as(`GET /admin/questions?courseId=${ids.courseId}&limit=100`, undefined, author)
    const practice = listed.data.find(({ id }: { id: string }) => id === practiceId)
    expect(practice).toMatchObject({ use: 'PRACTICE', canEdit: true })
    const ofLesson = await as(`GET /admin/questions?lessonId=${first}&limit=100`, undefined, author)
    expect(ofLesson.data.map(({ id }: { id: string }) => id)).toContain(practiceId)
    const coAuthor = await fixture.staff('CREATOR')
    const editAsOther = () =>
      fixture.call(`PATCH /admin/questions/${practiceId}`, { prompt: 'Our practice?' }, coAuthor)
    expect((await editAsOther()).status).toBe(404)
    await fixture.call(`POST /admin/courses/${ids.courseId}/authors`, { userId: coAuthor.id }, author)
    expect((await editAsOther()).status).toBe(200)

    // It belongs to the first lesson, so no other lesson can have it.
    const quiz = { slides: [{ type: 'QUIZ', questionId: practiceId }] }
    expect(code(await fixture.call(`PATCH /admin/lessons/${second}`, quiz, author))).toEqual([
      409,
      'QUESTION_IN_USE',
    ])

    // The author edits the course, a question of it, and adds a lesson.
    await fixture.call(`PATCH /admin/courses/${ids.courseId}`, { title: 'Our chain' }, author)
    await fixture.call(`PATCH /admin/questions/${ids.questionId}`, { prompt: 'Our question?' }, author)
    const slides = [{ type: 'FLASHCARD', front: 'Ours?', back: 'Ours.' }]
    const lesson = { title: 'Our lesson', xpReward: 1, gemReward: 0, slides }
    const added = await as(`POST /admin/courses/${ids.courseId}/lessons`, lesson, author)
    for (const id of [...ids.lessonIds, added.data.id])
      await fixture.call(`POST /admin/lessons/${id}/publish`, undefined, author)
    expect((await fixture.call(`POST /admin/courses/${ids.courseId}/publish`, {}, author)).status).toBe(200)
    const edited = await viewOf(ids)
    expect(edited[`GET /course/${ids.courseId}`]).toMatchObject([200, { title: 'Our chain' }])
    const progress = (view: Record<string, unknown>) => view['GET /user-courses'] as [number, object[]]
    expect(progress(edited)[1]).toHaveLength(progress(before)[1].length)
    expect((await fixture.call(`POST /user-lessons/${second}/complete`, {}, learner)).status).toBe(200)

    // An import says that it leaves the course alone, and does so, also if it archives what is missing.
    const rows = () => db()`
      select course.*, (select jsonb_agg(lesson order by lesson.id) from lesson where course_id = course.id) as lessons
      from course where id = ${ids.courseId}`
    const stored = await rows()
    const preview = await previewContentPack(platform, await readFixture(), true)
    expect(preview.courses).toMatchObject({ takenOver: [KEY], added: [], changed: [], archived: [] })
    expect(await importFixture(true)).toEqual(preview as ContentReport)
    expect(reportAsText({ id: 'small-pack', dryRun: true, report: preview })).toContain(
      `Taken over by an administrator, so the import leaves them as they are:\n  courses: ${KEY}`,
    )
    expect(await rows()).toEqual(stored)
    const paths = await db()`
      select learning_path.key, count(*)::integer as courses from learning_path
      join learning_path_course on path_id = learning_path.id where pack_id = 'small-pack' group by 1 order by 1`
    expect(paths).toEqual([
      { key: 'chain-foundations', courses: 1 },
      { key: 'contract-developer', courses: 2 },
      { key: 'first-numbers', courses: 1 },
      { key: 'web-developer', courses: 1 },
    ])

    // Given back, it stays as it is until the next import, which restores the shipped texts.
    await fixture.call(`PATCH /admin/courses/${ids.courseId}`, { title: 'Never published' }, author)
    const shown = await viewOf(ids)
    const given = await fixture.call(`DELETE /admin/courses/${ids.courseId}/take-over`)
    expect(given.body.data).toMatchObject({
      origin: 'PACK',
      ownerId: null,
      takenOverFrom: null,
      title: 'Our chain',
      hasUnpublishedChanges: false,
    })
    expect(await viewOf(ids)).toEqual(shown)
    expect(code(await fixture.call(`DELETE /admin/courses/${ids.courseId}/take-over`))).toEqual([
      409,
      'OWNED_BY_PACK',
    ])
    const restored = await importFixture()
    expect(restored.courses).toMatchObject({ changed: [{ key: KEY, fields: ['title'] }] })
    expect(restored.courses.takenOver).toBeUndefined()
    expect(restored.lessons.left).toEqual([`${KEY}/admin:${added.data.id}`])
    // The service hears of the import from another process.
    const lessonRoute = `GET /lesson/${first}`
    const shownTitle = async () => (await as(`GET /course/${ids.courseId}`, undefined, learner)).data.title
    await waitUntil(async () => (await shownTitle()) === 'Chain basics')
    expect((await viewOf(ids))[lessonRoute]).toEqual(before[lessonRoute])
    expect(await importFixture()).toMatchObject({ courses: { changed: [] }, lessons: { changed: [] } })
  })

  test('is taken over once by many requests at the same time, and by none of an import that runs beside them', async () => {
    await importFixture()
    const { courseId } = await idsOf('page-building')
    const requests = Array.from({ length: 6 }, () =>
      fixture.call(`POST /admin/courses/${courseId}/take-over`, REASON),
    )
    const [, ...responses] = await Promise.all([importFixture(true), ...requests])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const [row] = await db()`
      select key = 'admin:' || id as "isAuthored", archived_at is null as "isPublished", owner_id as "ownerId",
        (select count(*)::integer from course where title = 'Page building') as courses
      from course where id = ${courseId}`
    expect(row).toEqual({ isAuthored: true, isPublished: true, ownerId: fixture.admin.id, courses: 1 })
    expect((await fixture.call(`DELETE /admin/courses/${courseId}/take-over`)).status).toBe(200)
  })

  test('of a key that was taken over from another pack is refused', async () => {
    await importFixture()
    const { courseId } = await idsOf('number-sense')
    await fixture.call(`POST /admin/courses/${courseId}/take-over`, REASON)
    const read = await readFixture()
    const thief = { ...read, pack: { ...read.pack, id: 'thief' } }
    await expect(importContentPack(platform, thief, { archiveMissing: false })).rejects.toMatchObject({
      errors: expect.arrayContaining([
        expect.objectContaining({
          message: expect.stringContaining('the course number-sense belongs to the pack'),
        }),
      ]),
    })
    await fixture.call(`DELETE /admin/courses/${courseId}/take-over`)
  })

  test('is exported with what authors made after it was taken over, and the export of an import is the same', async () => {
    await importFixture()
    const practiceId = await addPracticeQuestion(KEY)
    const { courseId, lessonIds } = await idsOf(KEY)
    await fixture.call(`POST /admin/courses/${courseId}/take-over`, REASON)
    const folder = await exportAll(platform)
    const files = filesOf(folder)
    expect(Object.keys(files)).toContain(join('authored', 'courses', courseId, 'course.yaml'))
    expect(Object.keys(files)).not.toContain(join('small-pack', 'courses', KEY, 'course.yaml'))
    expect(Object.keys(files)).not.toContain(join('small-pack', 'paths', 'chain-foundations.yaml'))

    const about = readFileSync(join(folder, 'authored/authored.yaml'), 'utf8')
    expect(Bun.YAML.parse(about)).toMatchObject({ practice: { [practiceId]: lessonIds[0] } })

    // Over itself it changes nothing of the course and its paths.
    const reports = await importAll(platform, folder, fixture.admin.id)
    expect(reports).toMatchObject([
      { courses: { added: [], archived: [] }, lessons: { added: [], changed: [] }, paths: { added: [] } },
      { courses: { added: [], kept: [] }, lessons: { added: [], kept: [] } },
    ])
    const [members] = await db()`
      select count(*)::integer as paths from learning_path_course where course_id = ${courseId}`
    expect(members).toEqual({ paths: 2 })

    const database = await createTestDatabase()
    const other = await openTestPlatform(database)
    closers.unshift(async () => {
      await other.close()
      await database.drop()
    })
    await importAll(other, folder, await insertUser(other.db))
    expect(filesOf(await exportAll(other))).toEqual(files)
  })
})

let exports = 0
async function exportAll(of: TestPlatform): Promise<string> {
  const folder = join(root, `export-${++exports}`)
  for (const id of await listPacks(of, true))
    await exportContentPack(of, { id, folder: join(folder, id), drafts: true, onFile: () => {} })
  return folder
}

async function importAll(into: TestPlatform, folder: string, ownerId: string): Promise<object[]> {
  const packs = await readPacks(folder)
  if ('errors' in packs) throw new Error(JSON.stringify(packs.errors))
  const reports: object[] = []
  for (const read of packs)
    reports.push(
      'pack' in read
        ? await importContentPack(into, read.pack, { archiveMissing: false })
        : await importAuthored(into, read.authored, { ownerId: ownerId as UserId, now: new Date() }),
    )
  return reports
}

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String)
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  )
}
