import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/service.ts'
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
