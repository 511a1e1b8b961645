import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { importContentPack } from '../src/app/wiring/content-pack.ts'
import { exportContentPack, listPacks } from '../src/app/wiring/export-content.ts'
import { readPacks } from '../src/app/wiring/read-packs.ts'
import {
  type AdminFixture,
  CAPSTONE,
  COURSE,
  createAdminFixture,
  publishedCourse,
} from '../src/modules/admin/admin-testbed.ts'
import { importAuthored, previewAuthored } from '../src/modules/content-exchange/import-authored.ts'
import { wavOf } from '../src/modules/media/audio/audio-testbed.ts'
import { QUESTION_TYPES } from '../src/modules/questions/public/question-content.ts'
import { SAMPLE_CONTENTS } from '../src/modules/questions/question-testbed.ts'
import { newId, type UserId } from '../src/platform/ids.ts'
import { createTestDatabase } from './harness/database.ts'
import { FIXTURE } from './harness/learning-testbed.ts'
import { openTestPlatform, type TestPlatform } from './harness/platform.ts'
import { insertUser } from './harness/users.ts'

const PUBLIC_URL = 'http://lyceum.test'
const root = mkdtempSync(join(tmpdir(), 'lyceum-round-trip-'))
const dataDir = join(root, 'data')
let fixture: AdminFixture
/** The platform of the first server. */
let first: TestPlatform
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
  fixture = await createAdminFixture({ DATA_DIR: dataDir, PUBLIC_URL })
  first = await openTestPlatform(fixture.service.test, { settings: { DATA_DIR: dataDir, PUBLIC_URL } })
  closers.push(() => first.close())
  await importFolder(first, FIXTURE, fixture.admin.id)
  await createContentOfEveryKind()
})
afterAll(async () => {
  for (const close of closers) await close()
  await fixture?.stop()
  rmSync(root, { recursive: true, force: true })
})

async function importFolder(platform: TestPlatform, folder: string, ownerId: string) {
  const packs = await readPacks(folder)
  if ('errors' in packs) throw new Error(JSON.stringify(packs.errors))
  const reports: object[] = []
  for (const read of packs)
    reports.push(
      'pack' in read
        ? await importContentPack(platform, read.pack, { archiveMissing: false })
        : await importAuthored(platform, read.authored, { ownerId: ownerId as UserId, now: new Date() }),
    )
  return reports
}

let exports = 0
async function exportAll(platform: TestPlatform, drafts: boolean): Promise<string> {
  const folder = join(root, `export-${++exports}`)
  for (const id of await listPacks(platform, drafts))
    await exportContentPack(platform, { id, folder: join(folder, id), drafts, onFile: () => {} })
  return folder
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()
}

/** The digest of each file, so that a difference is named. */
function digestsOf(folder: string): Record<string, string> {
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(listFiles(folder).map((name) => [name, digest(name)]))
}

async function made(route: string, body?: unknown): Promise<{ id: string; url: string }> {
  const response = await fixture.call(route, body)
  expect([route, response.status, response.body.error]).toEqual([route, expect.any(Number), undefined])
  return response.body.data
}

function upload(bytes: Uint8Array | string, name: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name))
  return made('POST /admin/media', form)
}

const png = (color: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: color } })
    .png()
    .toBuffer()

/** A text that would be three slides, a callout and a picture if it was read as the Markdown of a pack. */
const TRICKY = 'First.\n\n## A heading\n\n```quiz\nno quiz\n```\n\n---\n\n~~~\n## in code\n~~~\n\nLast.'

async function createContentOfEveryKind(): Promise<void> {
  const picture = await upload(await png('#123456'), 'key.png', { alt: 'A brass key' })
  const cover = await upload(await png('#654321'), 'cover.png', { decorative: 'true' })
  const audio = await upload(wavOf(1), 'sound.wav')
  const captions = await upload('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n', 'words.vtt')
  const course = await made('POST /admin/courses', {
    ...COURSE,
    skills: ['keys'],
    description: `Look: ![A key](${picture.url})`,
    requiredScore: 0,
  })
  const questions = QUESTION_TYPES.map((type) => ({
    type: 'QUIZ',
    question: {
      ...SAMPLE_CONTENTS[type],
      prompt: `A ${type} question ![A key](${picture.url})`,
      hint: 'Think.',
      skill: 'keys',
    },
  }))
  const path = new URL(audio.url).pathname
  const slides = [
    { type: 'TEXT_WITH_IMAGE', title: 'One key', content: `Text ![A key](${picture.url}) and *more*.` },
    { type: 'TEXT_WITH_IMAGE', title: 'Tricky', content: TRICKY },
    { type: 'TEXT_WITH_IMAGE', title: 'Only code', content: '```js\nlet a = 1\n```' },
    { type: 'CODE', title: 'Code', content: 'let a = 1\n\n```\n', language: 'js' },
    {
      type: 'CODE',
      title: 'Run',
      content: 'SELECT 1;',
      language: 'sql',
      runnable: true,
      setup: 'SELECT 2;',
      expectedOutput: '1',
    },
    { type: 'FLASHCARD', front: '# Front', back: 'Back: "quoted"' },
    { type: 'CALLOUT', tone: 'TIP', content: 'A tip\n\n- with a list' },
    {
      type: 'VIDEO',
      title: 'Watch',
      mediaUrl: path,
      captionsUrl: new URL(captions.url).pathname,
      durationSeconds: 5,
    },
    { type: 'VIDEO', title: 'Web', mediaUrl: 'https://example.org/a.mp4', durationSeconds: 5 },
    ...questions,
  ]
  const lesson = await made(`POST /admin/courses/${course.id}/lessons`, {
    title: 'Every: slide #1',
    xpReward: 5,
    gemReward: 1,
    requiredScore: 70,
    slides,
  })
  await made(`POST /admin/lessons/${lesson.id}/publish`)
  await made(`POST /admin/courses/${course.id}/lessons`, {
    title: 'A draft',
    xpReward: 1,
    gemReward: 0,
    slides: [{ type: 'CALLOUT', tone: 'INFO', content: 'Not finished' }],
  })
  await made(`PUT /admin/courses/${course.id}/cover`, { mediumId: cover.id })
  await made('POST /admin/capstones', { courseId: course.id, ...CAPSTONE })
  await made(`POST /admin/capstones/${course.id}/publish`)
  await made(`POST /admin/courses/${course.id}/publish`)
  for (const [index, use] of ['PRACTICE', 'CHALLENGE', 'CHALLENGE'].entries()) {
    const question = await made('POST /admin/questions', {
      ...SAMPLE_CONTENTS.SINGLE_CHOICE,
      prompt: `Of the bank ${index}`,
      hint: 'Look twice.',
      optionFeedback: SAMPLE_CONTENTS.SINGLE_CHOICE.options.map((_, option) => `About ${option}`),
      skill: 'keys',
      use,
      tags: ['one', `tag ${index}`],
    })
    if (index < 2) await made(`POST /admin/questions/${question.id}/publish`)
  }
  // A course with drawings of a pack and a pool of test questions, as a draft.
  const [shipped] = await first.db<{ id: string; key: string }>`
    select id, key from course where key = 'chain-basics'`
  await made(`POST /admin/courses/${shipped!.id}/duplicate`)
  await first.db`
    insert into question (id, key, topic_id, use, course_key, difficulty, prompt, options, correct_index, explanation, html)
    select gen_random_uuid(), 'admin:pool-' || number, topic_id, 'TEST', key, 'EASY', 'Test ' || number, array['a', 'b', 'c'], 2,
      'Because.', '{"prompt": "<p>Test</p>", "explanation": "<p>Because.</p>"}'
    from course, generate_series(1, 3) as number where id = ${course.id}`
  const both = await made('POST /admin/learning-paths', {
    title: 'Both',
    description: 'Of an author and of a pack.',
    category: 'GENERAL',
    kind: 'FOUNDATION',
    courseIds: [course.id, shipped!.id],
  })
  await made(`POST /admin/learning-paths/${both.id}/publish`)
  for (const badgeType of ['MADE_HERE', 'STILL_A_DRAFT'])
    await made('POST /admin/badges', {
      badgeType,
      name: 'Made here',
      description: 'Complete 2 lessons.',
      ruleKind: 'LESSONS_COMPLETED',
      requiredProgress: 2,
    })
  const form = new FormData()
  form.set('picture', new File([new Uint8Array(await png('#00aa00'))], 'a.png'))
  await made('PUT /admin/badges/MADE_HERE/picture', form)
  await made('POST /admin/badges/MADE_HERE/publish')
}

async function emptyServer(): Promise<{ platform: TestPlatform; ownerId: string }> {
  const database = await createTestDatabase()
  const platform = await openTestPlatform(database, { settings: { PUBLIC_URL: 'https://other.test' } })
  closers.unshift(async () => {
    await platform.close()
    await database.drop()
  })
  return { platform, ownerId: await insertUser(platform.db) }
}

test('an export of everything has the same digest after an import into an empty server, with and without drafts', async () => {
  for (const drafts of [true, false]) {
    const folder = await exportAll(first, drafts)
    const before = digestsOf(folder)
    expect(Object.keys(before)).toContain('authored/authored.yaml')
    expect(Object.keys(before)).toContain('small-pack/pack.yaml')
    const { platform, ownerId } = await emptyServer()
    await importFolder(platform, folder, ownerId)
    expect(digestsOf(await exportAll(platform, drafts))).toEqual(before)
    const again = await importFolder(platform, folder, ownerId)
    expect(JSON.stringify(again)).not.toMatch(/"(added|changed|kept|archived)":\[[^\]]/)
  }
})

test('an export contains every kind of content, and drafts only if they are asked for', async () => {
  const withDrafts = listFiles(join(await exportAll(first, true), 'authored'))
  const published = listFiles(join(await exportAll(first, false), 'authored'))
  const count = (files: string[], pattern: RegExp) => files.filter((file) => pattern.test(file)).length
  for (const [pattern, all, shown] of [
    [/^courses\/[^/]+\/course\.yaml$/, 2, 1],
    [/^courses\/[^/]+\/lessons\//, 5, 1],
    [/^courses\/[^/]+\/project\.yaml$/, 1, 1],
    [/^courses\/[^/]+\/test\.yaml$/, 1, 1],
    [/^courses\/[^/]+\/images\/.*\.svg$/, 2, 0],
    [/^paths\//, 1, 1],
    [/^questions\//, 1, 1],
    [/^bank\//, 1, 1],
    [/^badges\/[^/]+\.yaml$/, 2, 1],
    [/^badges\/images\/.*\.webp$/, 1, 1],
    [/^media\/.*\.(webp|avif)$/, 4, 4],
    [/^media\/.*\.(wav|vtt)$/, 2, 2],
  ] as const)
    expect([pattern, count(withDrafts, pattern), count(published, pattern)]).toEqual([pattern, all, shown])
})

test('an export contains the skill, the hint and the feedback of a battle question that authors created', async () => {
  const folder = join(await exportAll(first, false), 'authored/questions')
  const [file] = listFiles(folder)
  const text = readFileSync(join(folder, file!), 'utf8')
  for (const written of ['hint: Look twice.', 'skill: keys', '- About 0']) expect(text).toContain(written)
})

test('imported authored content is owned, editable and as it was, and drafts are drafts', async () => {
  const folder = await exportAll(first, true)
  const { platform, ownerId } = await emptyServer()
  await importFolder(platform, folder, ownerId)
  const describe = (platform: TestPlatform) => platform.db`
    select id, key, title, is_draft as "isDraft", archived_at is null as "isPublished", cover_medium_id as cover,
      (select jsonb_agg(jsonb_build_array(lesson.id, lesson.title, lesson.is_draft) order by lesson.id)
        from lesson where course_id = course.id) as lessons
    from course where key ^@ 'admin:' order by id`
  expect(await describe(platform)).toEqual(await describe(first))
  const [counts] = await platform.db`
    select (select count(*)::integer from course where key ^@ 'admin:' and owner_id = ${ownerId}
        and author_ids = array[${ownerId}::uuid]) as courses,
      (select count(*)::integer from question where use = 'TEST' and course_key ^@ 'admin:') as pool,
      (select count(*)::integer from medium where status = 'STORED' and owner_id = ${ownerId}) as media,
      (select count(*)::integer from medium_use) > 0 as "isUsed",
      (select bool_and(fingerprint is not null) from question where key ^@ 'admin:' and use <> 'TEST') as "hasFingerprints"`
  expect(counts).toEqual({ courses: 2, pool: 3, media: 4, isUsed: true, hasFingerprints: true })
})

test('concurrent imports of the same pack add each item once', async () => {
  const folder = await exportAll(first, true)
  const { platform, ownerId } = await emptyServer()
  await importFolder(platform, join(folder, 'small-pack'), ownerId)
  const authored = join(folder, 'authored')
  const reports = (
    await Promise.all([1, 2, 3].map(() => importFolder(platform, authored, ownerId)))
  ).flat() as { courses: { added: string[] }; media: { added: string[] } }[]
  const added = (kind: 'courses' | 'media') => reports.map((report) => report[kind].added.length).toSorted()
  expect([added('courses'), added('media')[0]]).toEqual([[0, 0, 2], 0])
  expect(digestsOf(join(await exportAll(platform, true), 'authored'))).toEqual(digestsOf(authored))
})

test('an import over the own content changes nothing and keeps the progress of learners', async () => {
  const learner = await fixture.service.register()
  const { lessonId, courseId } = await publishedCourse(fixture)
  await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)
  const progress = async () => (await fixture.call('GET /user-courses', undefined, learner)).body
  const before = await progress()
  const folder = await exportAll(first, true)
  const [version] = await first.db`select version from catalog_version`
  const reports = await importFolder(first, folder, fixture.admin.id)
  expect(JSON.stringify(reports)).not.toMatch(/"(added|changed|kept|archived)":\[[^\]]/)
  expect(await first.db`select version from catalog_version`).toEqual([version!])
  expect(await progress()).toEqual(before)

  // What an author changed here since the export stays, and the report names it.
  await fixture.call(`PATCH /admin/courses/${courseId}`, { title: 'Renamed here' })
  await fixture.call(`POST /admin/courses/${courseId}/publish`)
  const [, authored] = await importFolder(first, folder, fixture.admin.id)
  expect(authored).toMatchObject({ courses: { added: [], kept: [{ key: courseId, fields: ['title'] }] } })
  const { body } = await fixture.call(`GET /admin/courses/${courseId}`)
  expect(body.data.title).toBe('Renamed here')
})

test('a pack with a fault is refused with file and line, and nothing of it is imported', async () => {
  const folder = join(await exportAll(first, true), 'authored')
  const { platform, ownerId } = await emptyServer()
  // The path has a course of a pack that this server does not have.
  await expect(importFolder(platform, folder, ownerId)).rejects.toMatchObject({
    errors: [
      {
        file: expect.stringMatching(/^paths\//),
        message: expect.stringContaining('no course "chain-basics"; import its pack first'),
      },
    ],
  })
  const read = await readPacks(folder)
  if ('errors' in read || !('authored' in read[0]!)) throw new Error('the pack has errors')
  await expect(previewAuthored(platform, read[0].authored)).rejects.toThrow('import its pack first')
  const [counts] = await platform.db`
    select (select count(*)::integer from course) as courses, (select count(*)::integer from question) as questions,
      (select count(*)::integer from medium) as media`
  expect(counts).toEqual({ courses: 0, questions: 0, media: 0 })

  const media = listFiles(folder).filter((file) => file.startsWith('media/'))
  writeFileSync(
    join(folder, media.find((file) => file.endsWith('.webp'))!),
    '<html><script>alert(1)</script>',
  )
  writeFileSync(
    join(folder, media.find((file) => file.endsWith('.vtt'))!),
    'WEBVTT\n\nSTYLE\n::cue { color: red }\n',
  )
  rmSync(join(folder, media.find((file) => file.endsWith('.wav'))!))
  writeFileSync(join(folder, 'notes.txt'), 'x')
  const about = join(folder, 'authored.yaml')
  const [question, lesson] = [newId(), newId()]
  writeFileSync(
    about,
    readFileSync(about, 'utf8').replace(/^practice:.*$/m, `practice: { ${question}: ${lesson} }`),
  )
  const faults = await readPacks(folder)
  const found = 'errors' in faults ? faults.errors.map(({ file, message }) => `${file}: ${message}`) : []
  for (const text of [
    /\.webp: is not the kind of file/,
    /\.vtt: is not the kind of file/,
    /\.wav: is missing/,
    /notes\.txt: is not a part/,
    /authored\.yaml: practice: the lesson .* is not in the pack/,
  ])
    expect(found.some((line) => text.test(line))).toBe(true)
})
