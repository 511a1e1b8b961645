import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { type AdminFixture, COURSE, createAdminFixture, LESSON } from '../admin/admin-testbed.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import { signPreviewToken } from '../catalog/public/preview-link.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { SAMPLE_CONTENTS } from '../questions/question-testbed.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown) => fixture.call(route, body, author)
const withoutAccount = (token: string) => fixture.service.call(`GET /public/lesson-previews/${token}`)

/** Every type of slide that a draft can have. */
const SLIDES = [
  ...LESSON.slides,
  { type: 'CODE', title: 'Code', content: 'let a = 1 < 2', language: 'js' },
  { type: 'FLASHCARD', front: 'A key?', back: 'It **opens**.' },
  { type: 'CALLOUT', tone: 'TIP', content: 'Keep it.' },
  { type: 'VIDEO', title: 'See', mediaUrl: 'https://example.org/v.mp4', durationSeconds: 60 },
  ...QUESTION_TYPES.map((type) => ({
    type: 'QUIZ',
    question: { prompt: `A ${type}?`, ...SAMPLE_CONTENTS[type] },
  })),
]

async function createDraft(): Promise<{ courseId: string; lessonId: string }> {
  const courseId = (await as('POST /admin/courses', { ...COURSE, requiredScore: 0 })).body.data.id
  await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, title: 'Not published' })
  const draft = { ...LESSON, slides: SLIDES }
  return { courseId, lessonId: (await as(`POST /admin/courses/${courseId}/lessons`, draft)).body.data.id }
}

async function share(lessonId: string, body: unknown = {}) {
  const { status, body: response } = await as(`POST /admin/lessons/${lessonId}/preview-link`, body)
  expect(status).toBe(201)
  return response.data as { token: string; url: string; expiresAt: string }
}

/** Each read of a shuffled question is an attempt of its own, with an order of its own. */
function withoutShuffle(lesson: { slides: { type: string; question?: { id: string } }[] }) {
  const slides = lesson.slides.map((slide) =>
    slide.type === 'QUESTION' ? { type: slide.type, id: slide.question!.id } : slide,
  )
  return { ...lesson, slides }
}

test('the preview of a draft, and the shared one, are what a learner gets after it is published', async () => {
  const { courseId, lessonId } = await createDraft()
  const preview = await as(`GET /admin/lessons/${lessonId}/preview`)
  expect([preview.status, preview.body.data.slides.length]).toEqual([200, SLIDES.length])
  const { token, url } = await share(lessonId)
  expect(url).toEndWith(`/api/v2/public/lesson-previews/${token}`)
  const shared = await withoutAccount(token)
  expect(shared.headers.get('cache-control')).toBe('no-store')
  expect(shared.headers.get('x-robots-tag')).toBe('noindex')
  await as(`POST /admin/lessons/${lessonId}/publish`)
  await as(`POST /admin/courses/${courseId}/publish`)
  const learner = await fixture.service.register()
  const seen = withoutShuffle((await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).body.data)
  expect(seen).toMatchObject({ order: 1, requiredScore: 0, isCompleted: false })
  expect(withoutShuffle(preview.body.data)).toEqual(seen)
  expect(withoutShuffle(shared.body.data)).toEqual(seen)
  expect(withoutShuffle((await withoutAccount(token)).body.data)).toEqual(seen)
})

test('formulas of slides are compiled for the preview and for learners, and money is not', async () => {
  const { courseId, lessonId } = await createDraft()
  const slides = [
    { type: 'TEXT_WITH_IMAGE', title: 'Area', content: 'It is $\\pi r^2$, for $5 and $6.\n\n$$a<b$$' },
    { type: 'CALLOUT', tone: 'TIP', content: 'No formula for $5.' },
    { type: 'FLASHCARD', front: 'What is $x$?', back: 'It is $x$ or $y$.' },
  ]
  await as(`PATCH /admin/lessons/${lessonId}`, { slides })
  const { slides: previewed } = (await as(`GET /admin/lessons/${lessonId}/preview`)).body.data
  expect(previewed[0].formulas).toEqual([
    { source: '$\\pi r^2$', html: expect.stringMatching(/^<math>.*π.*<\/math>$/) },
    { source: '$$a\\lt b$$', html: expect.stringContaining('display="block"') },
  ])
  expect(previewed[1].formulas).toBeUndefined()
  expect(previewed[2].formulas.map(({ source }: { source: string }) => source)).toEqual(['$x$', '$y$'])
  await as(`POST /admin/lessons/${lessonId}/publish`)
  await as(`POST /admin/courses/${courseId}/publish`)
  const learner = await fixture.service.register()
  const seen = (await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).body.data
  expect(seen.slides).toEqual(previewed)

  // LaTeX that a slide has from before is shown as code.
  const db = fixture.service.test.database.query
  await db`update lesson set slides = replace(slides::text, 'What is $x$', 'What is $x^2^3$')::jsonb where id = ${lessonId}`
  const { slides: stored } = (await as(`GET /admin/lessons/${lessonId}/preview`)).body.data
  expect(stored[2].formulas[0]).toEqual({ source: '$x^2^3$', html: '<code>x^2^3</code>' })
})

test('a formula that does not compile is refused with its slide, field and line, and nothing is saved', async () => {
  const { lessonId } = await createDraft()
  const before = (await as(`GET /admin/lessons/${lessonId}`)).body.data
  const refuse = async (slides: unknown[]) => {
    const { status, body } = await as(`PATCH /admin/lessons/${lessonId}`, { slides })
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED'])
    return body.error.details
  }
  expect(
    await refuse([
      LESSON.slides[0],
      { type: 'TEXT_WITH_IMAGE', title: 'Half', content: 'Half:\n\nIt is $\\frac{1$.' },
      { type: 'FLASHCARD', front: 'A?', back: '$\\nothing$' },
    ]),
  ).toEqual([
    {
      field: 'slides.1.content',
      message: expect.stringMatching(/^line 3: the formula \$\\frac\{1\$ does not compile: /),
    },
    { field: 'slides.2.back', message: expect.stringContaining('$\\nothing$') },
  ])
  const many = { type: 'CALLOUT', tone: 'TIP', content: '$x$ '.repeat(301) }
  expect(await refuse([many])).toEqual([
    { field: 'slides', message: expect.stringContaining('300 formulas') },
  ])
  expect((await as(`GET /admin/lessons/${lessonId}`)).body.data).toEqual(before)
})

test('a formula is compiled while its author types it', async () => {
  const compile = async (latex: string, display = false) =>
    (await as(`GET /admin/formula?latex=${encodeURIComponent(latex)}&display=${display}`)).body.data
  expect(await compile('x^2', true)).toEqual({ html: expect.stringContaining('<msup>'), error: null })
  expect(await compile('\\frac{1')).toEqual({ html: '<code>\\frac{1</code>', error: expect.any(String) })
  expect((await as(`GET /admin/formula?latex=${'x'.repeat(1_001)}`)).status).toBe(400)
  expect((await as('GET /admin/formula')).status).toBe(400)
})

test('a previewed draft takes no answer and pays nothing', async () => {
  const { lessonId } = await createDraft()
  const { slides } = (await withoutAccount((await share(lessonId)).token)).body.data
  const learner = await fixture.service.register()
  const { question } = slides[1]
  const answer = { questionId: question.id, selectedOption: question.correctIndex }
  for (const [route, body] of [
    [`POST /user-lessons/${lessonId}/answers`, answer],
    [`POST /user-lessons/${lessonId}/complete`, {}],
    [`GET /lesson/${lessonId}`, undefined],
  ] as const)
    expect([route, (await fixture.call(route, body, learner)).status]).toEqual([route, 404])
  const db = fixture.service.test.database.query
  for (const rows of [
    await db`select from lesson_answer`,
    await db`select from lesson_completion`,
    await db`select from enrollment`,
  ])
    expect(rows).toEqual([])
})

test('a preview link ends when it is replaced or deleted', async () => {
  const { lessonId } = await createDraft()
  const first = await share(lessonId)
  expect((await withoutAccount(first.token)).status).toBe(200)
  const second = await share(lessonId)
  const ended = await withoutAccount(first.token)
  expect([ended.status, ended.body.error.code]).toEqual([404, 'PREVIEW_NOT_FOUND'])
  expect(ended.headers.get('cache-control')).toBe('no-store')
  expect((await withoutAccount(second.token)).status).toBe(200)
  expect((await as(`DELETE /admin/lessons/${lessonId}/preview-link`)).status).toBe(200)
  expect((await withoutAccount(second.token)).status).toBe(404)
  expect((await fixture.log(`&subjectId=${lessonId}`)).map(({ act }) => act).slice(0, 3)).toEqual([
    'lesson.unshared',
    'lesson.shared',
    'lesson.shared',
  ])
})

test('a preview link is valid for seven days unless the author says otherwise, and is not forged', async () => {
  const { lessonId } = await createDraft()
  const daysLeft = ({ expiresAt }: { expiresAt: string }) =>
    Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)
  expect(daysLeft(await share(lessonId))).toBe(7)
  const link = await share(lessonId, { days: 30 })
  expect(daysLeft(link)).toBe(30)
  for (const days of [0, 31, 1.5, 'x'])
    expect((await as(`POST /admin/lessons/${lessonId}/preview-link`, { days })).status).toBe(400)
  expect((await withoutAccount(link.token)).status).toBe(200)

  const [row] = await fixture.service.test.database.query<{ nonce: string }>`
    select preview_nonce as nonce from lesson where id = ${lessonId}`
  const tokenUntil = (expiresAt: Date, nonce = row!.nonce) =>
    signPreviewToken({ lessonId: lessonId as LessonId, expiresAt, nonce })
  expect((await withoutAccount(tokenUntil(new Date(Date.now() + DAY_MS)))).status).toBe(200)
  const [id, expires, signature] = link.token.split('.')
  const other = (await createDraft()).lessonId
  for (const token of [
    tokenUntil(new Date(Date.now() - 1_000)),
    tokenUntil(new Date(Date.now() + DAY_MS), crypto.randomUUID()),
    `${id}.${Number(expires) + 1}.${signature}`,
    `${other}.${expires}.${signature}`,
    `${id}.${expires}.${'A'.repeat(43)}`,
    `${id}.${expires}`,
    'x',
  ])
    expect([token, (await withoutAccount(token)).status]).toEqual([token, 404])
})
