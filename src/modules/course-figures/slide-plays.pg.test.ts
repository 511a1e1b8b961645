import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { type AdminFixture, createAdminFixture, LESSON, publishedCourse } from '../admin/admin-testbed.ts'
import { slidesOf } from './record-play.ts'

let fixture: AdminFixture
let author: TestUser
let learner: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('CREATOR')
  learner = await fixture.service.register()
})
afterAll(() => fixture.stop())

interface Played {
  courseId: string
  lessonId: string
  contentVersion: string
  questionId: string
}

/** A published lesson of two slides that the learner is enrolled in. */
async function playedLesson(): Promise<Played> {
  const { courseId, lessonId } = await publishedCourse(fixture, author)
  await fixture.call(`POST /user-courses/enroll/${courseId}`, {}, learner)
  const { contentVersion, slides } = (await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).body
    .data
  return { courseId, lessonId, contentVersion, questionId: slides[1].question.id }
}

async function report(lessonId: string, body: object, as = learner, key?: string) {
  const path = `POST /user-lessons/${lessonId}/plays`
  const { status, body: answer } = await fixture.call(path, body, as, key ? { 'idempotency-key': key } : {})
  return status === 200 ? answer.data.isCounted : [status, answer.error.code]
}

async function lessonStats(courseId: string, parameters = '') {
  const path = `GET /admin/courses/${courseId}/figures${parameters}`
  const { body } = await fixture.call(path, undefined, author)
  return body.data.lessons[0]
}

describe('the funnel of slides', () => {
  test('counts the plays that came to each slide, and hides shares and times of four', async () => {
    const { courseId, lessonId, contentVersion } = await playedLesson()
    const all = { contentVersion, seen: [1, 2], read: [{ slide: 1, seconds: 12 }] }
    for (let play = 0; play < 4; play++) expect(await report(lessonId, all)).toBe(true)
    const hidden = await lessonStats(courseId)
    expect([hidden.plays, hidden.slides]).toEqual([
      4,
      [
        {
          order: 1,
          type: 'TEXT_WITH_IMAGE',
          title: 'One key',
          seen: 4,
          seenShare: null,
          medianSeconds: null,
        },
        { order: 2, type: 'QUIZ', title: 'Who may spend?', seen: 4, seenShare: null, medianSeconds: null },
      ],
    ])
    expect(await report(lessonId, { contentVersion, seen: [1], read: [] })).toBe(true)
    expect(await report(lessonId, { contentVersion, seen: [], read: [{ slide: 1, seconds: 12 }] })).toBe(true)
    const shown = await lessonStats(courseId)
    expect(shown.plays).toBe(5)
    expect(shown.slides).toMatchObject([
      { seen: 5, seenShare: 1, medianSeconds: 11.5 },
      { seen: 4, seenShare: 0.8, medianSeconds: null },
    ])
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    expect((await lessonStats(courseId, `?to=${yesterday}`)).plays).toBe(0)
  })

  test('adds up reports of the same moment', async () => {
    const { courseId, lessonId, contentVersion } = await playedLesson()
    const forward = { contentVersion, seen: [1, 2], read: [{ slide: 1, seconds: 3 }] }
    const backward = { contentVersion, seen: [2, 1], read: [{ slide: 1, seconds: 3 }] }
    const sent = Array.from({ length: 30 }, (_, index) => report(lessonId, index % 2 ? forward : backward))
    expect(await Promise.all(sent)).toEqual(new Array(30).fill(true))
    const { plays, slides } = await lessonStats(courseId)
    expect([plays, slides[1].seen, slides[0].medianSeconds]).toEqual([30, 30, 3.5])
  })

  test('counts a repeated request once', async () => {
    const { courseId, lessonId, contentVersion } = await playedLesson()
    const body = { contentVersion, seen: [1], read: [] }
    const key = crypto.randomUUID()
    expect([await report(lessonId, body, learner, key), await report(lessonId, body, learner, key)]).toEqual([
      true,
      true,
    ])
    expect((await lessonStats(courseId)).plays).toBe(1)
  })

  test('does not count authors, users who are not enrolled, other slides and slides that do not exist', async () => {
    const { courseId, lessonId, contentVersion } = await playedLesson()
    const body = { contentVersion, seen: [1], read: [] }
    await fixture.call(`POST /user-courses/enroll/${courseId}`, {}, author)
    expect(await report(lessonId, body, author)).toBe(false)
    expect(await report(lessonId, body, await fixture.service.register())).toBe(false)
    expect(await report(lessonId, { ...body, contentVersion: 'another' })).toBe(false)
    expect(await report(lessonId, { contentVersion, seen: [3, 99], read: [{ slide: 3, seconds: 1 }] })).toBe(
      true,
    )
    expect(await report(Bun.randomUUIDv7(), body)).toEqual([404, 'LESSON_NOT_FOUND'])
    expect(await report(lessonId, { ...body, read: [{ slide: 1, seconds: -1 }] })).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    const rows = await fixture.service.test.database
      .query`select from slide_play where lesson_id = ${lessonId}`
    expect(rows).toHaveLength(0)
  })

  test('starts at zero when other slides are published', async () => {
    const { courseId, lessonId, contentVersion } = await playedLesson()
    expect(await report(lessonId, { contentVersion, seen: [1], read: [] })).toBe(true)
    const { version } = (await fixture.call(`GET /admin/lessons/${lessonId}`, undefined, author)).body.data
    const slides = [{ type: 'FLASHCARD', front: 'A', back: 'B' }, ...LESSON.slides]
    const edited = await fixture.call(`PATCH /admin/lessons/${lessonId}`, { slides }, author, {
      'if-match': `"${version}"`,
    })
    expect(edited.status).toBe(200)
    expect((await fixture.call(`POST /admin/lessons/${lessonId}/publish`, {}, author)).status).toBe(200)
    const stats = await lessonStats(courseId)
    expect([stats.plays, stats.slides.length]).toEqual([0, 3])
    expect(await report(lessonId, { contentVersion, seen: [1], read: [] })).toBe(false)
  })

  test('is part of the CSV', async () => {
    const { courseId, lessonId, contentVersion } = await playedLesson()
    await report(lessonId, { contentVersion, seen: [1], read: [] })
    const path = `GET /admin/courses/${courseId}/figures?format=csv`
    const { body } = await fixture.call(path, undefined, author)
    const lines = (body as unknown as string).split('\r\n')
    expect(lines).toContain(`lessons,${lessonId},${LESSON.title},plays,1`)
    expect(lines).toContain(`slides,${lessonId}#1,One key,seen,1`)
  })
})

test('a report that names a slide twice counts it once', () => {
  const plays = slidesOf({ seen: [1, 1], read: [1, 2].map((seconds) => ({ slide: 1, seconds })) })
  expect(plays).toHaveLength(1)
  expect([plays[0]!.seen, plays[0]!.times.reduce((sum, count) => sum + count)]).toEqual([1, 1])
})

test('the time of a first answer is recorded for the median of its question, and that of a later one is not', async () => {
  const { lessonId, questionId } = await playedLesson()
  const answer = (timeSpentSeconds?: number) =>
    fixture.call(
      `POST /user-lessons/${lessonId}/answers`,
      { questionId, selectedOption: 0, timeSpentSeconds },
      learner,
    )
  expect((await answer(-1)).status).toBe(400)
  expect([(await answer(22.4)).status, (await answer(500)).status]).toEqual([200, 200])
  // The job that folds answers may have taken the first one.
  const times = await fixture.service.test.database.query<{ seconds: number }>`
    select seconds from mastery_answer where question_id = ${questionId}
    union all
    select 22.4 from question_rating where question_id = ${questionId} and times[11] = 1`
  expect(times.map(({ seconds }) => Math.round(seconds * 10) / 10)).toEqual([22.4])
})
