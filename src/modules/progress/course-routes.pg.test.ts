import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  BLOCKCHAIN_TITLES,
  createLearningTestbed,
  type LearningTestbed,
} from '../../../test/harness/learning-testbed.ts'
import { useClock, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'

let testbed: LearningTestbed
let user: UserId
beforeAll(async () => {
  testbed = await createLearningTestbed()
  user = await testbed.addUser()
})
afterAll(() => testbed.stop())

describe('GET /course', () => {
  const titles = async (query: string) =>
    (await testbed.call(`GET /course${query}`, user)).body.data.map(
      (course: { title: string }) => course.title,
    )

  test('GET /course lists the courses in catalog order with paging metadata', async () => {
    const { status, body } = await testbed.call('GET /course', user)
    expect(status).toBe(200)
    expect(body.meta).toEqual({
      total: 4,
      page: 1,
      limit: 20,
      categories: (await testbed.call('GET /public/categories', undefined)).body.data,
    })
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      title: 'Chain basics',
      description: 'How strangers keep one record.',
      category: 'BLOCKCHAIN',
      categoryTitles: BLOCKCHAIN_TITLES,
      level: 'BEGINNER',
      isPremium: false,
      coverUrl: expect.stringMatching(/^http:\/\/localhost:0\/files\/media\/[0-9a-f]{32}\.svg$/),
      cover: null,
      skills: ['blockchain', 'hashing'],
      totalLessons: 3,
      learningPathIds: [expect.any(String), expect.any(String)],
      hasProject: false,
      isEnrolled: false,
      progressPercentage: 0,
    })
  })

  test('the pages of GET /course contain every course once', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => titles(`?limit=2&page=${page}`)))
    expect(pages.flat()).toEqual(await titles(''))
    expect(pages.map((page) => page.length)).toEqual([2, 2, 0])
  })

  test('GET /course filters by category, level and search words, ignoring case and accents', async () => {
    expect(await titles('?category=WEB')).toEqual(['Page building'])
    expect(await titles('?level=ADVANCED')).toEqual(['Contract craft'])
    expect(await titles('?search=CHAIN%20record')).toEqual(['Chain basics'])
    expect(await titles('?search=resume')).toEqual(['Page building'])
    expect(await titles('?search=R%C3%89SUM%C3%89')).toEqual(['Page building'])
    expect(await titles('?search=chain%20solidity')).toEqual([])
    expect(await titles(`?search=${encodeURIComponent("%_\\'; drop table course; --")}`)).toEqual([])
  })

  test('a category that does not exist, such as one of a removed pack, has no courses', async () => {
    const { status, body } = await testbed.call('GET /course?category=COOKING', user)
    expect([status, body.data, body.meta.total]).toEqual([200, [], 0])
  })

  test('the list of categories beside the courses does not depend on filter and page', async () => {
    const { body } = await testbed.call('GET /course', user)
    for (const query of ['?category=WEB', '?search=resume', '?limit=1&page=2', '?category=COOKING'])
      expect((await testbed.call(`GET /course${query}`, user)).body.meta.categories).toEqual(
        body.meta.categories,
      )
  })

  test.each([
    '?page=0',
    '?limit=0',
    '?limit=101',
    '?page=x',
    '?category=cooking',
    '?level=expert',
    '?page=1.5',
  ])('GET /course%s is 400', async (query) => {
    const { status, body } = await testbed.call(`GET /course${query}`, user)
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('GET /course/:id', () => {
  test('a course shows its lessons in order, the first one open and the others locked', async () => {
    const { id } = await testbed.course('chain-basics')
    const { status, body } = await testbed.call(`GET /course/${id}`, user)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      totalLessons: 3,
      category: 'BLOCKCHAIN',
      categoryTitles: BLOCKCHAIN_TITLES,
      level: 'BEGINNER',
      hasProject: false,
      isEnrolled: false,
      progressPercentage: 0,
    })
    expect(body.data.lessons).toEqual([
      {
        id: expect.any(String),
        title: 'Blocks',
        order: 1,
        xpReward: 20,
        gemReward: 5,
        isCompleted: false,
        isLocked: false,
      },
      expect.objectContaining({ title: 'Keys', order: 2, isCompleted: false, isLocked: true }),
      expect.objectContaining({ title: 'Wallets', order: 3, isCompleted: false, isLocked: true }),
    ])
  })

  test('a course response needs one pipelined query', async () => {
    const { id } = await testbed.course('chain-basics')
    // A fixed clock prevents the version check of the catalog cache.
    const fixed = Date.now()
    useClock(() => fixed)
    try {
      await testbed.call(`GET /course/${id}`, user)
      Object.assign(testbed.queries, { db: 0, pipelinedDb: 0 })
      for (let index = 0; index < 10; index++) await testbed.call(`GET /course/${id}`, user)
      expect(testbed.queries).toEqual({ db: 0, pipelinedDb: 10 })
    } finally {
      useSystemClock()
    }
  })

  test('200 concurrent course requests return the progress of each caller with fewer than 100 queries', async () => {
    const { id, lessons } = await testbed.course('chain-basics')
    const learners = await Promise.all(Array.from({ length: 12 }, () => testbed.addUser()))
    for (const [index, learner] of learners.entries()) {
      for (const lesson of lessons.slice(0, index % 4)) {
        await testbed.call(`POST /user-lessons/${lesson}/complete`, learner)
      }
    }
    Object.assign(testbed.queries, { db: 0, pipelinedDb: 0 })
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => testbed.call(`GET /course/${id}`, learners[index % 12]!)),
    )
    expect(responses.map(({ body }) => body.data.progressPercentage)).toEqual(
      Array.from({ length: 200 }, (_, index) => [0, 33, 66, 100][index % 4]!),
    )
    expect(responses.map(({ body }) => body.data.isEnrolled)).toEqual(
      Array.from({ length: 200 }, (_, index) => index % 4 !== 0),
    )
    expect(testbed.queries.pipelinedDb).toBeLessThan(100)
  })

  test('a user without a subscription can read a premium course', async () => {
    const { id } = await testbed.course('contract-craft')
    const { status, body } = await testbed.call(`GET /course/${id}`, user)
    expect([status, body.data.isPremium, body.data.hasProject]).toEqual([200, true, true])
  })

  test.each(['nonsense', newId()])('a course or lesson with the id %s is 404', async (id) => {
    expect((await testbed.call(`GET /course/${id}`, user)).status).toBe(404)
    expect((await testbed.call(`GET /lesson/${id}`, user)).status).toBe(404)
  })

  test('a course request without a token is 401', async () => {
    expect((await testbed.call(`GET /course/${newId()}`, undefined)).status).toBe(401)
  })
})

describe('GET /lesson/:id', () => {
  test('a lesson contains every type of slide as specified', async () => {
    const { id: courseId, lessons } = await testbed.course('chain-basics')
    const { status, body } = await testbed.call(`GET /lesson/${lessons[0]}`, user)
    expect(status).toBe(200)
    const { slides, ...lesson } = body.data
    expect(lesson).toEqual({
      id: lessons[0],
      courseId,
      title: 'Blocks',
      order: 1,
      xpReward: 20,
      gemReward: 5,
      isCompleted: false,
      requiredScore: null,
      contentVersion: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    const media = expect.stringMatching(/^http:\/\/localhost:0\/files\/media\/[0-9a-f]{32}\.svg$/)
    const slideAt = (order: number, type: string) => ({ id: expect.any(String), order, type })
    expect(slides[0]).toEqual({
      ...slideAt(1, 'TEXT_WITH_IMAGE'),
      title: 'A page in a notebook',
      content: expect.stringMatching(
        /Inline code such as `<b>` stays[\s\S]*\]\(http:\/\/localhost:0\/files\/media\//,
      ),
      mediaUrl: media,
      mediaAlt: 'Three blocks in a row',
    })
    expect(slides[1]).toEqual({
      ...slideAt(2, 'CODE'),
      title: 'A block in JSON',
      content: '{ "number": 7, "tag": "<b>" }',
      language: 'json',
    })
    expect(slides[2]).toEqual({
      ...slideAt(3, 'QUIZ'),
      question: {
        id: expect.any(String),
        type: 'SINGLE_CHOICE',
        promptHtml: '<p>What ties a block to the one before it?</p>',
        optionsHtml: slides[2].question.options,
        explanationHtml: '<p>Changing an old block changes its hash.</p>',
        hasHint: false,
        prompt: 'What ties a block to the one before it?',
        options: expect.arrayContaining(['The hash of the previous block', 'The same author']),
        correctIndex: slides[2].question.options.indexOf('The hash of the previous block'),
        explanation: 'Changing an old block changes its hash.',
      },
    })
    expect(slides[3]).toEqual({
      ...slideAt(4, 'FLASHCARD'),
      front: 'Hash',
      back: 'A short fingerprint of any data.',
    })
    expect(slides[4]).toMatchObject({ ...slideAt(5, 'CALLOUT'), tone: 'TIP' })
    expect(slides[5]).toEqual({
      ...slideAt(6, 'VIDEO'),
      title: 'A block is mined',
      mediaUrl: 'https://example.org/block.mp4',
      captionsUrl: 'https://example.org/block.vtt',
      durationSeconds: 95,
    })
    expect(new Set(slides.map((slide: { id: string }) => slide.id)).size).toBe(slides.length)
    const again = await testbed.call(`GET /lesson/${lessons[0]}`, user)
    expect(again.body.data).toEqual(body.data)
  })

  test('a cached lesson needs one query, and its images are in the storage', async () => {
    const { lessons } = await testbed.course('chain-basics')
    const { body } = await testbed.call(`GET /lesson/${lessons[0]}`, user)
    Object.assign(testbed.queries, { db: 0, pipelinedDb: 0 })
    await testbed.call(`GET /lesson/${lessons[0]}`, user)
    expect(testbed.queries).toEqual({ db: 0, pipelinedDb: 1 })
    const name = body.data.slides[0].mediaUrl.split('/').at(-1)
    const stored = await testbed.platform.storage.get(`media/${name}`)
    expect(new TextDecoder().decode(stored)).toContain('<title>Blocks</title>')
  })

  test('a locked lesson is 409 until the previous lesson is completed', async () => {
    const learner = await testbed.addUser()
    const { lessons } = await testbed.course('chain-basics')
    const locked = await testbed.call(`GET /lesson/${lessons[1]}`, learner)
    expect([locked.status, locked.body.error.code]).toEqual([409, 'LESSON_LOCKED'])
    await testbed.call(`POST /user-lessons/${lessons[0]}/complete`, learner, {})
    const open = await testbed.call(`GET /lesson/${lessons[1]}`, learner)
    expect([open.status, open.body.data.slides[0].mediaUrl]).toEqual([200, null])
    expect((await testbed.call(`GET /lesson/${lessons[2]}`, learner)).status).toBe(409)
  })

  test('a lesson of a premium course is 403 without a subscription and 200 with one', async () => {
    const learner = await testbed.addUser()
    const { lessons } = await testbed.course('contract-craft')
    const refused = await testbed.call(`GET /lesson/${lessons[0]}`, learner)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PREMIUM_REQUIRED'])
    await testbed.grantPremium(learner)
    expect((await testbed.call(`GET /lesson/${lessons[0]}`, learner)).status).toBe(200)
  })
})

describe('GET /learning-path/{id}/progress', () => {
  test('the map of a path shows what is done, what needs Premium, and the next lesson', async () => {
    const learner = await testbed.addUser()
    const premium = await testbed.course('contract-craft')
    const basics = await testbed.course('chain-basics')
    const paths = (await testbed.call('GET /learning-path', learner)).body.data
    const { id } = paths.find(({ courses }: { courses: { id: string }[] }) =>
      [basics.id, premium.id].every((wanted) => courses.some((course) => course.id === wanted)),
    )
    const read = async () => (await testbed.call(`GET /learning-path/${id}/progress`, learner)).body.data
    const before = await read()
    expect(before).toMatchObject({ id, completedLessons: 0, nextLessonId: basics.lessons[0] })
    const lockedBy = (map: typeof before) =>
      Object.fromEntries(
        map.courses.map((course: { id: string; lockedBy: string }) => [course.id, course.lockedBy]),
      )
    expect(lockedBy(before)).toMatchObject({ [basics.id]: null, [premium.id]: 'PREMIUM' })
    for (const lesson of basics.lessons)
      await testbed.call(`POST /user-lessons/${lesson}/complete`, learner, {})
    const after = await read()
    expect(after.completedLessons).toBe(basics.lessons.length)
    expect(after.nextLessonId).not.toBe(premium.lessons[0])
    await testbed.grantPremium(learner)
    const open = await read()
    expect(lockedBy(open)[premium.id]).toBeNull()
    expect((await testbed.call(`GET /learning-path/${newId()}/progress`, learner)).status).toBe(404)
  })
})
