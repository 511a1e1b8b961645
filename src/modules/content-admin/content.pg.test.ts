import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import {
  type AdminFixture,
  COURSE,
  createAdminFixture,
  LESSON,
  publishedCourse,
} from '../admin/admin-testbed.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { SAMPLE_CONTENTS } from '../questions/question-testbed.ts'

let fixture: AdminFixture
let author: TestUser
let learner: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on' })
  author = await fixture.staff('CREATOR')
  learner = await fixture.service.register()
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown) => fixture.call(route, body, author)
const rowsOf = async (id: string) =>
  (await fixture.log(`&subjectId=${id}`)).map(({ act, before, after }) => ({ act, before, after }))
async function packCourse(): Promise<{ id: string; title: string }> {
  const { body } = await as('GET /admin/courses?limit=100')
  return body.data.find((course: { origin: string }) => course.origin === 'PACK')
}

describe('courses of this server', () => {
  test('a course is created as a hidden draft, published with its lessons, completed and archived', async () => {
    const made = await as('POST /admin/courses', COURSE)
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { ...COURSE, status: 'DRAFT', origin: 'ADMIN' },
    ])
    const courseId = made.body.data.id
    expect((await as(`POST /admin/courses/${courseId}/publish`)).body.error.code).toBe(
      'COURSE_HAS_NO_LESSONS',
    )
    const lesson = await as(`POST /admin/courses/${courseId}/lessons`, LESSON)
    expect([lesson.status, lesson.body.data.status, lesson.body.data.order]).toEqual([201, 'DRAFT', 1])
    const lessonId = lesson.body.data.id
    await as(`POST /admin/lessons/${lessonId}/publish`)
    const sees = async () => (await fixture.call(`GET /course/${courseId}`, undefined, learner)).status
    expect(await sees()).toBe(404)
    expect((await as(`POST /admin/courses/${courseId}/publish`)).body.data.status).toBe('PUBLISHED')
    expect(await sees()).toBe(200)

    const { slides } = (await fixture.call(`GET /lesson/${lessonId}`, undefined, learner)).body.data
    expect(slides[0].content).not.toContain('<script>')
    const { question } = slides[1]
    const answer = { questionId: question.id, selectedOption: question.correctIndex }
    expect(
      (await fixture.call(`POST /user-lessons/${lessonId}/answers`, answer, learner)).body.data.isCorrect,
    ).toBe(true)
    const done = await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)
    expect(done.body.data).toMatchObject({ xpEarned: 70, courseProgress: 100 })

    await as(`PATCH /admin/courses/${courseId}`, { title: 'Keys', skills: ['care'] })
    await as(`POST /admin/courses/${courseId}/publish`)
    expect((await fixture.call(`GET /course/${courseId}`, undefined, learner)).body.data.title).toBe('Keys')
    expect((await as(`POST /admin/lessons/${lessonId}/archive`)).body.error.code).toBe('LAST_LESSON')
    await as(`POST /admin/courses/${courseId}/archive`)
    await as(`POST /admin/courses/${courseId}/archive`)
    expect(await sees()).toBe(404)
    expect(await rowsOf(courseId)).toEqual([
      { act: 'course.archived', before: { status: 'PUBLISHED' }, after: { status: 'ARCHIVED' } },
      {
        act: 'course.published',
        before: { hasUnpublishedChanges: true },
        after: { hasUnpublishedChanges: false },
      },
      {
        act: 'course.updated',
        before: { title: COURSE.title, skills: [], hasUnpublishedChanges: false },
        after: { title: 'Keys', skills: ['care'], hasUnpublishedChanges: true },
      },
      { act: 'course.published', before: { status: 'DRAFT' }, after: { status: 'PUBLISHED' } },
      { act: 'course.created', before: null, after: expect.objectContaining({ title: COURSE.title }) },
    ])
  })

  test('the list has the cover and the last change of a course', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const listed = async (id: string) =>
      (await as('GET /admin/courses?limit=100')).body.data.find((course: { id: string }) => course.id === id)
    const before = await listed(courseId)
    expect(before.coverUrl).toBeNull()
    await as(`PATCH /admin/courses/${courseId}`, { title: 'Changed' })
    expect(Date.parse((await listed(courseId)).updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect((await listed((await packCourse()).id)).coverUrl).toContain('/files/media/')
  })

  test('the questions of a course are listed alone, and those of a hidden course to its authors only', async () => {
    const { id: courseId } = (await as('POST /admin/courses', COURSE)).body.data
    const { slides } = (await as(`POST /admin/courses/${courseId}/lessons`, LESSON)).body.data
    const route = `GET /admin/questions?courseId=${courseId}`
    const { data, meta } = (await as(route)).body
    const expected = slides.flatMap(({ questionId }: { questionId?: string }) => questionId ?? [])
    expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([expected, 1])
    const others = await fixture.call(route, undefined, await fixture.staff('CREATOR'))
    expect([others.body.data, others.body.meta.total]).toEqual([[], 0])
  })

  test('lessons keep the order that the author sets', async () => {
    const { courseId, lessonId } = await publishedCourse(fixture, author)
    const second = (await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, title: 'Second' })).body
      .data
    const first = (
      await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, title: 'First', order: 1 })
    ).body.data
    const order = async () =>
      (await as(`GET /admin/courses/${courseId}/lessons`)).body.data.map(
        (lesson: { id: string }) => lesson.id,
      )
    expect(await order()).toEqual([first.id, lessonId, second.id])
    const moved = await as(`PATCH /admin/lessons/${second.id}`, { order: 2, xpReward: 99 })
    expect(moved.body.data).toMatchObject({ order: 2, xpReward: 99 })
    expect(await order()).toEqual([first.id, second.id, lessonId])
  })

  test('a quiz slide accepts only a practice question that no other slide uses', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const { body } = await as('POST /admin/questions', {
      prompt: 'Practice?',
      options: ['a', 'b'],
      correctIndex: 1,
      use: 'PRACTICE',
    })
    const quiz = { type: 'QUIZ', questionId: body.data.id }
    const write = (slides: unknown[]) => as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, slides })
    expect((await write([quiz, quiz])).body.error.code).toBe('QUESTION_IN_USE')
    expect((await write([quiz])).status).toBe(201)
    expect((await write([quiz])).body.error.code).toBe('QUESTION_IN_USE')
    const unknown = await write([{ type: 'QUIZ', questionId: Bun.randomUUIDv7() }])
    expect([unknown.status, unknown.body.error.code]).toEqual([422, 'NOT_FOR_PRACTICE'])
  })

  test('a code slide may be runnable if its language can run, and learners get its tables', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const write = (slide: object) =>
      as(`POST /admin/courses/${courseId}/lessons`, {
        ...LESSON,
        slides: [{ type: 'CODE', title: 'Try it', content: 'SELECT 1', ...slide }],
      })
    const sql = { language: 'sql', runnable: true, setup: 'CREATE TABLE a (b)', expectedOutput: '1' }
    const made = await write(sql)
    expect(made.status).toBe(201)
    expect(made.body.data.slides[0]).toMatchObject(sql)
    for (const [field, slide] of [
      ['runnable', { language: 'python', runnable: true }],
      ['setup', { ...sql, language: 'js' }],
      ['setup', { ...sql, runnable: false, expectedOutput: undefined }],
      ['expectedOutput', { language: 'js', expectedOutput: '1' }],
    ] as const) {
      const refused = await write(slide)
      expect(refused.status).toBe(400)
      expect(JSON.stringify(refused.body.error.details)).toContain(field)
    }
  })

  test('a video slide takes an https address or a file of the library, and learners get an absolute address', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const write = (mediaUrl: string, captionsUrl: string | null) =>
      as(`POST /admin/courses/${courseId}/lessons`, {
        ...LESSON,
        slides: [{ type: 'VIDEO', title: 'Listen', mediaUrl, captionsUrl, durationSeconds: 9 }],
      })
    const file = (name: string) => `/files/library/${Bun.randomUUIDv7()}${name}`
    for (const refused of ['http://example.org/a.mp4', '/files/library/../a', '//example.org/a', 'a.mp4'])
      expect((await write(refused, null)).status).toBe(400)
    const [audio, captions] = [file('.mp3'), file('.vtt')]
    const made = await write(audio, captions)
    expect(made.body.data.slides[0]).toMatchObject({ mediaUrl: audio, captionsUrl: captions })
    const shown = (await as(`GET /admin/lessons/${made.body.data.id}/preview`)).body.data.slides[0]
    expect([URL.parse(shown.mediaUrl)?.pathname, URL.parse(shown.captionsUrl)?.pathname]).toEqual([
      audio,
      captions,
    ])
  })

  test('ten concurrent requests publish a course once', async () => {
    const courseId = (await as('POST /admin/courses', COURSE)).body.data.id
    const lessonId = (await as(`POST /admin/courses/${courseId}/lessons`, LESSON)).body.data.id
    await as(`POST /admin/lessons/${lessonId}/publish`)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => as(`POST /admin/courses/${courseId}/publish`)),
    )
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect((await rowsOf(courseId)).filter(({ act }) => act === 'course.published')).toHaveLength(1)
  })
})

describe('content of a content pack', () => {
  test('content of a pack can be read but not changed, and the rejected change writes no audit entry', async () => {
    const course = await packCourse()
    for (const [route, body] of [
      [`PATCH /admin/courses/${course.id}`, { title: 'Mine' }],
      [`POST /admin/courses/${course.id}/archive`, undefined],
      [`POST /admin/courses/${course.id}/lessons`, LESSON],
      [`PATCH /admin/capstones/${await packCapstone()}`, { passingScore: 1 }],
    ] as const) {
      const response = await as(route, body)
      expect([route, response.status, response.body.error?.code]).toEqual([route, 409, 'OWNED_BY_PACK'])
      expect(response.body.message).toContain('pack')
    }
    expect(await rowsOf(course.id)).toEqual([])
    const lessons = (await as(`GET /admin/courses/${course.id}/lessons`)).body.data
    expect(lessons.length).toBeGreaterThan(0)
    expect((await as(`PATCH /admin/lessons/${lessons[0].id}`, { title: 'Mine' })).body.error.code).toBe(
      'OWNED_BY_PACK',
    )
    const [question] = (await as('GET /admin/questions?use=CHALLENGE&status=PUBLISHED&limit=1')).body.data
    expect((await as(`POST /admin/questions/${question.id}/archive`)).body.error.code).toBe('OWNED_BY_PACK')
  })
})

async function packCapstone(): Promise<string> {
  const { body } = await as('GET /admin/capstones?limit=100')
  return body.data.find((capstone: { origin: string }) => capstone.origin === 'PACK').id
}

describe('questions', () => {
  test('a question is a sanitized draft without a pack key, and is drawn after it is published', async () => {
    const body = {
      prompt: 'A <b>bold</b> one?',
      options: ['a', 'b', 'c'],
      correctIndex: 2,
      difficulty: 'HARD',
    }
    const { data } = (await as('POST /admin/questions', body)).body
    expect(data).toMatchObject({ status: 'DRAFT', origin: 'ADMIN', use: 'CHALLENGE', correctIndex: 2 })
    expect(data.prompt).not.toContain('<b>')
    const row = async () => {
      const [found] = await fixture.service.test.database.query<{ key: string; isDrawn: boolean }>`
        select key, archived_at is null as "isDrawn" from question where id = ${data.id}`
      return found!
    }
    expect(await row()).toEqual({ key: `admin:${data.id}`, isDrawn: false })
    await as(`POST /admin/questions/${data.id}/publish`)
    expect((await row()).isDrawn).toBe(true)
    expect((await as(`PATCH /admin/questions/${data.id}`, { options: ['a', 'b'] })).status).toBe(400)
    await as(`PATCH /admin/questions/${data.id}`, { options: ['a', 'b'], correctIndex: 0 })
    await as(`POST /admin/questions/${data.id}/archive`)
    expect((await as(`GET /admin/questions/${data.id}`)).body.data).toMatchObject({
      status: 'ARCHIVED',
      options: ['a', 'b'],
    })
    expect((await rowsOf(data.id)).map(({ act }) => act)).toEqual([
      'question.archived',
      'question.updated',
      'question.published',
      'question.created',
    ])
    expect((await as('POST /admin/questions', { ...body, topicId: Bun.randomUUIDv7() })).status).toBe(422)
    expect((await as('POST /admin/questions', { ...body, correctIndex: 3 })).status).toBe(400)
    expect((await as('GET /admin/topics')).body.data.length).toBeGreaterThan(0)
  })

  test('authors see the difficulty and discrimination of a question after learners have answered it', async () => {
    const body = { prompt: 'Answered?', options: ['a', 'b'], correctIndex: 0 }
    const { data } = (await as('POST /admin/questions', body)).body
    expect((await as(`GET /admin/questions/${data.id}`)).body.data.stats).toBeUndefined()
    // Ten learners at -100 points with three right answers, and ten at 100 with eight.
    await fixture.service.test.database.query`
      insert into question_rating (question_id, rating, answers, correct_answers, learner_sum, learner_square_sum,
        learner_correct_sum)
      values (${data.id}, 1040.4, 20, 11, 0, 200000, 500)`
    const stats = { answerCount: 20, successRate: 0.55, difficultyRating: 1040, discrimination: 0.5 }
    expect((await as(`GET /admin/questions/${data.id}`)).body.data).toEqual({ ...data, stats })
    const listed = (await as('GET /admin/questions?search=Answered&limit=1')).body.data
    expect(listed).toEqual([{ ...data, stats }])
  })

  test.each(QUESTION_TYPES.map((type) => [type]))(
    'a %s question is created, read, listed and changed',
    async (type) => {
      const draft = {
        ...SAMPLE_CONTENTS[type],
        prompt: 'Is $a<b$ in <b>bold</b>?',
        hint: 'A hint',
        explanation: 'So.',
        use: 'PRACTICE',
        skill: 'hashing',
      }
      const made = await as('POST /admin/questions', draft)
      expect(made.status).toBe(201)
      const { data } = made.body
      const stored = { ...draft, prompt: 'Is $a\\lt b$ in &lt;b>bold&lt;/b>?', optionFeedback: null }
      expect(data).toMatchObject(stored)
      expect((await as(`GET /admin/questions/${data.id}`)).body.data).toEqual(data)
      const listed = (await as(`GET /admin/questions?type=${type}&status=DRAFT`)).body.data
      expect(listed.map(({ id }: { id: string }) => id)).toContain(data.id)
      expect(new Set(listed.map((question: { type: string }) => question.type))).toEqual(new Set([type]))
      const changed = await as(`PATCH /admin/questions/${data.id}`, { hint: null, explanation: 'Other.' })
      expect(changed.body.data).toEqual({ ...data, version: 2, hint: null, explanation: 'Other.' })
      const foreign = type === 'ORDER' ? { value: 1 } : { items: ['a', 'b', 'c'] }
      const refused = await as(`PATCH /admin/questions/${data.id}`, foreign)
      expect([refused.status, refused.body.error.details[0].field]).toEqual([400, Object.keys(foreign)[0]])
    },
  )

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown type', { type: 'ESSAY' }, 'type'],
    ['equal items', { ...SAMPLE_CONTENTS.ORDER, items: ['a', 'a', 'b'] }, 'items'],
    ['a gap without a mark', { ...SAMPLE_CONTENTS.GAP, text: 'none' }, 'text'],
    [
      'a word of 300 characters',
      { ...SAMPLE_CONTENTS.SHORT_TEXT, accepted: ['x'.repeat(300)] },
      'accepted.0',
    ],
    ['an unknown skill', { ...SAMPLE_CONTENTS.ORDER, skill: 'flying' }, 'skill'],
    ['broken LaTeX', { ...SAMPLE_CONTENTS.ORDER, prompt: '$\\frac{1$' }, 'prompt'],
    [
      'a picture without a text',
      { ...SAMPLE_CONTENTS.ORDER, items: ['![](https://a.example/b.svg)', 'b', 'c'] },
      'items.0',
    ],
    ['feedback without options', { ...SAMPLE_CONTENTS.NUMBER, optionFeedback: ['a'] }, 'optionFeedback'],
    ['a tolerance below 0', { ...SAMPLE_CONTENTS.NUMBER, tolerance: -1 }, 'tolerance'],
    ['a value beyond the largest number', { ...SAMPLE_CONTENTS.NUMBER, value: 1e300 }, 'value'],
  ])('%s is a 400 with the field', async (_, content, field) => {
    const { status, body } = await as('POST /admin/questions', { prompt: 'Why?', ...content })
    expect([status, body.error?.details?.[0]?.field]).toEqual([400, field])
  })

  test('a change that breaks a rule between fields is refused', async () => {
    const { data } = (await as('POST /admin/questions', { prompt: 'Why?', ...SAMPLE_CONTENTS.GAP })).body
    const { status, body } = await as(`PATCH /admin/questions/${data.id}`, { wordBank: ['block', 'price'] })
    expect([status, body.error.details[0].field]).toEqual([400, 'wordBank'])
  })

  test('a lesson takes new questions of every type, and only with skills of its course', async () => {
    const { courseId } = await publishedCourse(fixture, author)
    const slides = QUESTION_TYPES.map((type) => ({
      type: 'QUIZ',
      question: { prompt: `A ${type}?`, ...SAMPLE_CONTENTS[type] },
    }))
    const made = await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, slides })
    expect([made.status, made.body.data.slides.length]).toEqual([201, QUESTION_TYPES.length])
    const ofLesson = await as(`GET /admin/questions?lessonId=${made.body.data.id}&limit=100`)
    expect(ofLesson.body.meta.total).toBe(QUESTION_TYPES.length)
    expect(ofLesson.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(
      made.body.data.slides.map(({ questionId }: { questionId: string }) => questionId).sort(),
    )
    const other = await fixture.staff('CREATOR')
    const foreign = await fixture.call(`GET /admin/questions?lessonId=${made.body.data.id}`, undefined, other)
    expect(foreign.body.meta.total).toBe(0)
    const question = { ...slides[0]!.question, skill: 'flying' }
    const refused = await as(`POST /admin/courses/${courseId}/lessons`, {
      ...LESSON,
      slides: [{ type: 'QUIZ', question }],
    })
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'slides.0.question.skill'])
  })
})

test('an author creates, updates, publishes and archives a learning path', async () => {
  const { courseId } = await publishedCourse(fixture, author)
  const draft = {
    title: 'Wallets',
    description: 'From the first key on.',
    category: 'BLOCKCHAIN',
    kind: 'SPECIALIZATION',
    courseIds: [courseId],
  }
  const unknown = await as('POST /admin/learning-paths', { ...draft, courseIds: [Bun.randomUUIDv7()] })
  expect([unknown.status, unknown.body.error.code]).toEqual([422, 'UNKNOWN_COURSE'])
  const { id } = (await as('POST /admin/learning-paths', draft)).body.data
  const sees = async () => (await fixture.call(`GET /learning-path/${id}`, undefined, learner)).status
  expect(await sees()).toBe(404)
  await as(`POST /admin/learning-paths/${id}/publish`)
  expect(await sees()).toBe(200)
  const pack = await packCourse()
  const changed = await as(`PATCH /admin/learning-paths/${id}`, { courseIds: [pack.id, courseId] })
  expect(changed.body.data.courseIds).toEqual([pack.id, courseId])
  await as(`POST /admin/learning-paths/${id}/archive`)
  expect(await sees()).toBe(404)
  expect((await rowsOf(id))[1]).toEqual({
    act: 'learning_path.updated',
    before: { courseIds: [courseId] },
    after: { courseIds: [pack.id, courseId] },
  })
})

test('a course or path of an unknown category is refused', async () => {
  const { courseId } = await publishedCourse(fixture, author)
  const path = { title: 'A', description: 'B.', kind: 'FOUNDATION', courseIds: [courseId] }
  const { id } = (await as('POST /admin/learning-paths', { ...path, category: 'GENERAL' })).body.data
  const category = 'COOKING'
  for (const [route, body] of [
    ['POST /admin/courses', { ...COURSE, category }],
    [`PATCH /admin/courses/${courseId}`, { category }],
    ['POST /admin/learning-paths', { ...path, category }],
    [`PATCH /admin/learning-paths/${id}`, { category }],
  ] as const) {
    const refused = await as(route, body)
    expect([route, refused.status, refused.body.error.code]).toEqual([route, 422, 'CATEGORY_NOT_FOUND'])
  }
  const malformed = await as('POST /admin/courses', { ...COURSE, category: 'cooking' })
  expect(malformed.status).toBe(400)
})

test('no two published paths have the same courses, and a path shows only skills that its courses teach', async () => {
  const [one, other] = [await publishedCourse(fixture, author), await publishedCourse(fixture, author)]
  await as(`PATCH /admin/courses/${one.courseId}`, { skills: ['keys'] })
  await as(`POST /admin/courses/${one.courseId}/publish`)
  const make = async (courseIds: string[]): Promise<string> => {
    const texts = { title: 'Keys', description: 'All about keys.', skills: ['keys', 'flying'] }
    const draft = { ...texts, category: 'GENERAL', kind: 'FOUNDATION', courseIds }
    return (await as('POST /admin/learning-paths', draft)).body.data.id
  }
  const both = [one.courseId, other.courseId]
  const [first, second, third] = [await make(both), await make(both.toReversed()), await make([one.courseId])]
  const publish = async (id: string) => {
    const { status, body } = await as(`POST /admin/learning-paths/${id}/publish`)
    return [status, body.error?.code]
  }
  expect(await publish(first)).toEqual([200, undefined])
  expect(await publish(second)).toEqual([409, 'PATH_REPEATS_ANOTHER'])
  expect(await publish(third)).toEqual([200, undefined])
  const changed = await as(`PATCH /admin/learning-paths/${third}`, { courseIds: both })
  expect([changed.status, changed.body.error.code]).toEqual([409, 'PATH_REPEATS_ANOTHER'])
  const { body } = await fixture.call(`GET /learning-path/${first}`, undefined, learner)
  expect(body.data.skills).toEqual(['keys'])
  await as(`POST /admin/learning-paths/${first}/archive`)
  expect(await publish(second)).toEqual([200, undefined])
})

test('an admin creates, updates, disables and enables a promotion and reads its statistics', async () => {
  const made = await as('POST /admin/promotions', { kind: 'BANNER', title: 'Autumn', priority: 900 })
  expect([made.status, made.body.data.isEnabled]).toEqual([201, true])
  const { id } = made.body.data
  const isShown = async () =>
    JSON.stringify((await fixture.call('GET /promotions/active', undefined, learner)).body).includes(id)
  expect(await isShown()).toBe(true)
  await fixture.call(`POST /promotions/${id}/event`, { eventType: 'CLICK' }, learner)
  await as(`PATCH /admin/promotions/${id}`, { title: 'Late autumn' })
  await as(`POST /admin/promotions/${id}/archive`)
  await as(`POST /admin/promotions/${id}/archive`)
  expect(await isShown()).toBe(false)
  await as(`POST /admin/promotions/${id}/publish`)
  expect(await isShown()).toBe(true)
  expect((await as(`GET /admin/promotions/${id}/figures`)).body.data).toMatchObject({
    clicks: 1,
    clickers: 1,
  })
  expect((await as('GET /admin/promotions?kind=BANNER&isEnabled=true')).body.meta.total).toBeGreaterThan(0)
  expect(await rowsOf(id)).toEqual([
    { act: 'promotion.published', before: { isEnabled: false }, after: { isEnabled: true } },
    { act: 'promotion.archived', before: { isEnabled: true }, after: { isEnabled: false } },
    { act: 'promotion.updated', before: { title: 'Autumn' }, after: { title: 'Late autumn' } },
    {
      act: 'promotion.created',
      before: null,
      after: expect.objectContaining({ title: 'Autumn', priority: 900 }),
    },
  ])
  const wrong = {
    kind: 'POPUP',
    title: 'x',
    startsAt: '2030-01-02T00:00:00Z',
    endsAt: '2030-01-01T00:00:00Z',
  }
  expect((await as('POST /admin/promotions', wrong)).status).toBe(400)
})

test('an admin creates, updates and cancels a contest, and its answers are not in the audit log', async () => {
  const draft = {
    title: 'Owl sprint',
    description: 'Quick.',
    entryFeeGems: 0,
    prizePoolGems: 100,
    startsAt: '2036-11-02T08:00:00.000Z',
    endsAt: '2036-11-02T09:00:00.000Z',
    questions: [{ prompt: 'Secret?', options: ['no', 'yes'], correctIndex: 1 }],
  }
  const made = await as('POST /admin/contests', { ...draft, type: 'PRIVATE' })
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { title: 'Owl sprint', status: 'UPCOMING', prizePoolGems: 100 },
  ])
  const { id, roomCode } = made.body.data
  expect(roomCode).toMatch(/^\w{6}$/)
  expect((await as(`PATCH /admin/contests/${id}`, { prizePoolGems: 200 })).body.data.prizePoolGems).toBe(200)
  expect((await as(`GET /admin/contests/${id}`)).body.data.questions).toHaveLength(1)
  const cancel = () => as(`POST /admin/contests/${id}/cancel`)
  const responses = await Promise.all([cancel(), cancel(), cancel()])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const rows = await rowsOf(id)
  expect(rows.map(({ act }) => act)).toEqual(['contest.cancelled', 'contest.updated', 'contest.created'])
  expect(rows[1]).toMatchObject({ before: { prizePoolGems: 100 }, after: { prizePoolGems: 200 } })
  expect(rows[0]).toMatchObject({ before: { status: 'UPCOMING' }, after: { status: 'CANCELLED' } })
  expect(rows[2]!.after).toMatchObject({ questionCount: 1 })
  expect(JSON.stringify(rows)).not.toMatch(/Secret\?|correctIndex/)
  expect(JSON.stringify(rows)).not.toContain(roomCode)
  expect((await as('GET /admin/contests?search=owl')).body.meta.total).toBe(1)
})
