import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestTime } from '../../../../test/harness/time.ts'
import { until } from '../../../../test/harness/until.ts'
import { useClock, useSystemClock } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { importPack } from '../content/import-pack.ts'
import { copyFixture, createLearningBed, FIXTURE, type LearningBed, packOf } from '../learning-testbed.ts'
import { HeldCatalogue, heldCatalogue } from './held-catalogue.ts'

let bed: LearningBed
let user: UserId
beforeAll(async () => {
  bed = await createLearningBed()
  user = await bed.addUser()
})
afterAll(() => bed.stop())

describe('GET /course', () => {
  const titles = async (query: string) =>
    (await bed.call(`GET /course${query}`, user)).body.data.map((course: { title: string }) => course.title)

  test('lists the catalogue in its order, with paging beside the data', async () => {
    const { status, body } = await bed.call('GET /course', user)
    expect(status).toBe(200)
    expect(body.meta).toEqual({ total: 4, page: 1, limit: 20 })
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      title: 'Chain basics',
      description: 'How strangers keep one record.',
      category: 'BLOCKCHAIN',
      level: 'BEGINNER',
      isPremium: false,
      coverUrl: expect.stringMatching(/^http:\/\/localhost:0\/files\/media\/[0-9a-f]{32}\.svg$/),
      skills: ['blockchain', 'hashing'],
      totalLessons: 3,
      learningPathIds: [expect.any(String), expect.any(String)],
      hasProject: false,
      isEnrolled: false,
      progressPercentage: 0,
    })
  })

  test('pages without losing or repeating one', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => titles(`?limit=2&page=${page}`)))
    expect(pages.flat()).toEqual(await titles(''))
    expect(pages.map((page) => page.length)).toEqual([2, 2, 0])
  })

  test('is narrowed by category, level and the words of a search, whatever their case and accents', async () => {
    expect(await titles('?category=WEB')).toEqual(['Page building'])
    expect(await titles('?level=ADVANCED')).toEqual(['Contract craft'])
    expect(await titles('?search=CHAIN%20record')).toEqual(['Chain basics'])
    expect(await titles('?search=resume')).toEqual(['Page building'])
    expect(await titles('?search=R%C3%89SUM%C3%89')).toEqual(['Page building'])
    expect(await titles('?search=chain%20solidity')).toEqual([])
    expect(await titles(`?search=${encodeURIComponent("%_\\'; drop table course; --")}`)).toEqual([])
  })

  test.each([
    '?page=0',
    '?limit=0',
    '?limit=101',
    '?page=x',
    '?category=COOKING',
    '?level=expert',
    '?page=1.5',
  ])('%s is 400', async (query) => {
    const { status, body } = await bed.call(`GET /course${query}`, user)
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED'])
  })
})

describe('GET /course/:id', () => {
  test('shows the lessons in order, the first open and the others locked', async () => {
    const { id } = await bed.course('chain-basics')
    const { status, body } = await bed.call(`GET /course/${id}`, user)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      totalLessons: 3,
      category: 'BLOCKCHAIN',
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

  test('costs one query, and that one is quick', async () => {
    const { id } = await bed.course('chain-basics')
    // Time stands still, so that nobody looks for a newer catalogue because some seconds have passed.
    const stands = Date.now()
    useClock(() => stands)
    try {
      await bed.call(`GET /course/${id}`, user)
      Object.assign(bed.queries, { db: 0, quick: 0 })
      for (let index = 0; index < 10; index++) await bed.call(`GET /course/${id}`, user)
      expect(bed.queries).toEqual({ db: 0, quick: 10 })
    } finally {
      useSystemClock()
    }
  })

  test('shows each of two hundred who ask at once their own place, in a few queries', async () => {
    const { id, lessons } = await bed.course('chain-basics')
    const learners = await Promise.all(Array.from({ length: 12 }, () => bed.addUser()))
    for (const [index, learner] of learners.entries()) {
      for (const lesson of lessons.slice(0, index % 4)) {
        await bed.call(`POST /user-lessons/${lesson}/complete`, learner)
      }
    }
    Object.assign(bed.queries, { db: 0, quick: 0 })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => bed.call(`GET /course/${id}`, learners[index % 12]!)),
    )
    expect(answers.map(({ body }) => body.data.progressPercentage)).toEqual(
      Array.from({ length: 200 }, (_, index) => [0, 33, 66, 100][index % 4]!),
    )
    expect(answers.map(({ body }) => body.data.isEnrolled)).toEqual(
      Array.from({ length: 200 }, (_, index) => index % 4 !== 0),
    )
    expect(bed.queries.quick).toBeLessThan(100)
  })

  test('a premium course is shown to everybody', async () => {
    const { id } = await bed.course('contract-craft')
    const { status, body } = await bed.call(`GET /course/${id}`, user)
    expect([status, body.data.isPremium, body.data.hasProject]).toEqual([200, true, true])
  })

  test.each(['nonsense', newId()])('%s is 404', async (id) => {
    expect((await bed.call(`GET /course/${id}`, user)).status).toBe(404)
    expect((await bed.call(`GET /lesson/${id}`, user)).status).toBe(404)
  })

  test('needs a token', async () => {
    expect((await bed.call(`GET /course/${newId()}`, undefined)).status).toBe(401)
  })
})

describe('GET /lesson/:id', () => {
  test('gives every type of slide as it is specified', async () => {
    const { id: courseId, lessons } = await bed.course('chain-basics')
    const { status, body } = await bed.call(`GET /lesson/${lessons[0]}`, user)
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
    })
    const media = expect.stringMatching(/^http:\/\/localhost:0\/files\/media\/[0-9a-f]{32}\.svg$/)
    const place = (order: number, type: string) => ({ id: expect.any(String), order, type })
    expect(slides[0]).toEqual({
      ...place(1, 'TEXT_WITH_IMAGE'),
      title: 'A page in a notebook',
      content: expect.stringMatching(
        /Inline code such as `<b>` stays[\s\S]*\]\(http:\/\/localhost:0\/files\/media\//,
      ),
      mediaUrl: media,
      mediaAlt: 'Three blocks in a row',
    })
    expect(slides[1]).toEqual({
      ...place(2, 'CODE'),
      title: 'A block in JSON',
      content: '{ "number": 7, "tag": "<b>" }',
      language: 'json',
    })
    expect(slides[2]).toEqual({
      ...place(3, 'QUIZ'),
      question: {
        id: expect.any(String),
        prompt: 'What ties a block to the one before it?',
        options: expect.arrayContaining(['The hash of the previous block', 'The same author']),
        correctIndex: slides[2].question.options.indexOf('The hash of the previous block'),
        explanation: 'Changing an old block changes its hash.',
      },
    })
    expect(slides[3]).toEqual({
      ...place(4, 'FLASHCARD'),
      front: 'Hash',
      back: 'A short fingerprint of any data.',
    })
    expect(slides[4]).toMatchObject({ ...place(5, 'CALLOUT'), tone: 'TIP' })
    expect(slides[5]).toEqual({
      ...place(6, 'VIDEO'),
      title: 'A block is mined',
      mediaUrl: 'https://example.org/block.mp4',
      captionsUrl: 'https://example.org/block.vtt',
      durationSeconds: 95,
    })
    expect(new Set(slides.map((slide: { id: string }) => slide.id)).size).toBe(slides.length)
    const again = await bed.call(`GET /lesson/${lessons[0]}`, user)
    expect(again.body.data).toEqual(body.data)
  })

  test('costs one query once somebody has read it, and the pictures that it names are in the storage', async () => {
    const { lessons } = await bed.course('chain-basics')
    const { body } = await bed.call(`GET /lesson/${lessons[0]}`, user)
    Object.assign(bed.queries, { db: 0, quick: 0 })
    await bed.call(`GET /lesson/${lessons[0]}`, user)
    expect(bed.queries).toEqual({ db: 0, quick: 1 })
    const name = body.data.slides[0].mediaUrl.split('/').at(-1)
    const stored = await bed.platform.storage.get(`media/${name}`)
    expect(new TextDecoder().decode(stored)).toContain('<title>Blocks</title>')
  })

  test('that is locked is 409, and opens when the one before it is done', async () => {
    const learner = await bed.addUser()
    const { lessons } = await bed.course('chain-basics')
    const locked = await bed.call(`GET /lesson/${lessons[1]}`, learner)
    expect([locked.status, locked.body.error.code]).toEqual([409, 'LESSON_LOCKED'])
    await bed.call(`POST /user-lessons/${lessons[0]}/complete`, learner, {})
    const open = await bed.call(`GET /lesson/${lessons[1]}`, learner)
    expect([open.status, open.body.data.slides[0].mediaUrl]).toEqual([200, null])
    expect((await bed.call(`GET /lesson/${lessons[2]}`, learner)).status).toBe(409)
  })

  test('of a premium course is 403 without access, and opens with it', async () => {
    const learner = await bed.addUser()
    const { lessons } = await bed.course('contract-craft')
    const refused = await bed.call(`GET /lesson/${lessons[0]}`, learner)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PREMIUM_REQUIRED'])
    bed.premium.add(learner)
    expect((await bed.call(`GET /lesson/${lessons[0]}`, learner)).status).toBe(200)
  })
})

describe('the catalogue in memory', () => {
  function renamed(title: string) {
    const copy = copyFixture()
    const file = join(copy.folder, 'courses/chain-basics/course.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Chain basics', title))
    return copy
  }

  async function titleSeenBy(held: HeldCatalogue): Promise<string> {
    const { courses } = await held.current()
    return [...courses.values()].find((course) => course.key === 'chain-basics')!.title
  }

  test('is new at once in the process that imports, and moments later in the others', async () => {
    const other = heldCatalogue(await bed.openPlatform())
    expect(await titleSeenBy(other)).toBe('Chain basics')
    const copy = renamed('Chains renamed')
    await bed.importFolder(copy.folder)
    expect(await titleSeenBy(heldCatalogue(bed.platform))).toBe('Chains renamed')
    await until(async () => (await titleSeenBy(other)) === 'Chains renamed', 3)
    await bed.importFolder(FIXTURE)
    copy.remove()
  })

  test('is new within seconds when the message is lost', async () => {
    const platform = await bed.openPlatform()
    const deaf = new HeldCatalogue({
      ...platform,
      live: { ...platform.live, subscribe: async () => ({ end: async () => {} }) },
    })
    const time = createTestTime()
    try {
      expect(await titleSeenBy(deaf)).toBe('Chain basics')
      const copy = renamed('Chains unheard')
      await bed.importFolder(copy.folder)
      expect(await titleSeenBy(deaf)).toBe('Chain basics')
      time.pass(5_001)
      expect(await titleSeenBy(deaf)).toBe('Chains unheard')
      await bed.importFolder(FIXTURE)
      copy.remove()
    } finally {
      useSystemClock()
    }
  })

  test('is read once although a hundred ask at once', async () => {
    const platform = await bed.openPlatform()
    let reads = 0
    const { db } = platform
    const counting = ((...given: Parameters<typeof db>) => {
      reads++
      return db(...given)
    }) as typeof db
    const held = new HeldCatalogue({ ...platform, db: counting })
    await Promise.all(Array.from({ length: 100 }, () => held.current()))
    expect(reads).toBe(1)
  })

  test('is read although whoever carries the messages does not answer', async () => {
    const platform = await bed.openPlatform()
    const live = { ...platform.live, subscribe: () => new Promise<never>(() => {}) }
    expect(await titleSeenBy(new HeldCatalogue({ ...platform, live }))).toBe('Chain basics')
  })

  test('is left alone by an import that changes nothing', async () => {
    const held = heldCatalogue(bed.platform)
    const before = await held.current()
    await importPack(bed.platform, await packOf(FIXTURE), { now: new Date() })
    expect(await held.current()).toBe(before)
  })
})
