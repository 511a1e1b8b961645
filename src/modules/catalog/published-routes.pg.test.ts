import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  BLOCKCHAIN_TITLES,
  createLearningTestbed,
  type LearningTestbed,
} from '../../../test/harness/learning-testbed.ts'
import { newId } from '../../platform/ids.ts'
import { PATH_ACCENTS } from './public/catalog.ts'
import { catalogCache } from './public/catalog-cache.ts'

let testbed: LearningTestbed
beforeAll(async () => {
  testbed = await createLearningTestbed()
})
afterAll(() => testbed.stop())

const read = (path: string) => testbed.call(`GET /public${path}`, undefined)
const titles = async (query: string) =>
  (await read(`/courses${query}`)).body.data.map(({ title }: { title: string }) => title)

describe('GET /public/courses', () => {
  test('the published courses are listed without a token, and with nothing about a user', async () => {
    const { status, headers, body } = await read('/courses')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=60')
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
      hasProject: false,
      firstLessonId: (await testbed.course('chain-basics')).lessons[0],
    })
  })

  test('the list of published courses is filtered by words, category and level', async () => {
    expect(await titles('?category=WEB')).toEqual(['Page building'])
    expect(await titles('?level=ADVANCED')).toEqual(['Contract craft'])
    expect(await titles('?search=CHAIN%20record')).toEqual(['Chain basics'])
    expect(await titles('?limit=1&page=2')).toHaveLength(1)
  })

  test('a category that does not exist, such as one of a removed pack, has no courses', async () => {
    const { status, body } = await read('/courses?category=COOKING')
    expect([status, body.data, body.meta.total]).toEqual([200, [], 0])
    expect(body.meta.categories).toEqual((await read('/categories')).body.data)
  })

  test('an unknown query parameter is ignored, and an invalid one is 400', async () => {
    expect(await titles('?utm_source=mail&level=ADVANCED')).toEqual(['Contract craft'])
    for (const query of ['?category=cooking', '?level=expert', '?page=0', '?limit=101'])
      expect((await read(`/courses${query}`)).status).toBe(400)
  })
})

describe('GET /public/courses/{id}', () => {
  test('a published course has its outline, its rewards and its first lesson', async () => {
    const { id, lessons } = await testbed.course('chain-basics')
    const { status, body } = await read(`/courses/${id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, totalLessons: 3, firstLessonId: lessons[0] })
    expect(body.data.lessons.map((lesson: { id: string }) => lesson.id)).toEqual(lessons)
    const { courses } = await catalogCache(testbed.platform).current()
    const course = [...courses.values()].find(({ key }) => key === 'chain-basics')!
    const sum = course.lessons.reduce((total, { xpReward }) => total + xpReward, course.bonusXp)
    expect(body.data.totalXP).toBe(sum)
    expect(body.data.learningPaths[0]).toEqual({
      id: expect.any(String),
      title: 'Chain foundations',
      accent: expect.any(String),
    })
    expect(Object.keys(body.data.lessons[0]).sort()).toEqual([
      'gemReward',
      'id',
      'order',
      'title',
      'xpReward',
    ])
  })

  test('a premium course has no open first lesson', async () => {
    const { courses } = await catalogCache(testbed.platform).current()
    const premium = [...courses.values()].find(({ isPremium }) => isPremium)!
    const { body } = await read(`/courses/${premium.id}`)
    expect(body.data.isPremium).toBe(true)
    expect(body.data.firstLessonId).toBeNull()
  })

  test('an archived course is 404, as an unknown one, and is not listed', async () => {
    const { id } = await testbed.course('page-building')
    const setArchived = async (at: Date | null) => {
      await testbed.platform.db`update course set archived_at = ${at} where id = ${id}`
      catalogCache(testbed.platform).invalidate()
    }
    await setArchived(new Date())
    expect((await read(`/courses/${id}`)).status).toBe(404)
    expect(await titles('')).not.toContain('Page building')
    await setArchived(null)
    expect((await read(`/courses/${id}`)).status).toBe(200)
    expect((await read(`/courses/${newId()}`)).body.error.code).toBe('COURSE_NOT_FOUND')
    expect((await read('/courses/x')).status).toBe(404)
  })
})

describe('GET /public/paths', () => {
  test('a published path has its courses in order', async () => {
    const { headers, body } = await read('/paths')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    const path = body.data.find(({ title }: { title: string }) => title === 'Contract developer')
    expect(path.courses.map(({ title }: { title: string }) => title)).toEqual([
      'Chain basics',
      'Contract craft',
    ])
    expect(path).not.toHaveProperty('userHasAccess')
    expect(PATH_ACCENTS).toContain(path.accent)
    const all = body.data.map(({ accent }: { accent: string }) => accent)
    expect(new Set(all).size).toBe(all.length)
    expect((await read(`/paths/${path.id}`)).body.data).toEqual(path)
    expect((await read(`/paths/${newId()}`)).body.error.code).toBe('PATH_NOT_FOUND')
  })
})

test('new paths get the accents that the fewest paths have, also in one statement, and keep them', async () => {
  const { db } = testbed.platform
  const accents = () => db<{ key: string; accent: string }>`select key, accent from learning_path order by id`
  const before = await accents()
  const rows = Array.from({ length: 12 - before.length }, (_, index) => ({
    id: newId(),
    key: `path-${index}`,
  }))
  await db`
    insert into learning_path (id, key, title, description, category, kind, archived_at)
    select id, key, 'A path', '', 'BLOCKCHAIN', 'FOUNDATION', now()
    from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, key text)`
  const after = await accents()
  expect(after).toEqual(expect.arrayContaining(before))
  const counts = Map.groupBy(after, ({ accent }) => accent)
  expect([...counts.values()].map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2])
  // A repeated import updates the path.
  await db`
    insert into learning_path (id, key, title, description, category, kind, archived_at)
    values (${newId()}, 'path-0', 'Another title', '', 'BLOCKCHAIN', 'FOUNDATION', now())
    on conflict (key) do update set title = excluded.title`
  expect(await accents()).toEqual(after)
})

describe('GET /public/lessons/{id}', () => {
  test('the first lesson of a free course has the slides of the lesson endpoint', async () => {
    const { lessons } = await testbed.course('chain-basics')
    const { status, headers, body } = await read(`/lessons/${lessons[0]}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    const user = await testbed.addUser()
    expect(body).toEqual((await testbed.call(`GET /lesson/${lessons[0]}`, user)).body)
  })

  test('any other lesson is 404: a later one, one of a premium course, an unknown one', async () => {
    const { lessons } = await testbed.course('chain-basics')
    const { courses } = await catalogCache(testbed.platform).current()
    const premium = [...courses.values()].find(({ isPremium }) => isPremium)!
    for (const id of [lessons[1], premium.lessons[0]!.id, newId()]) {
      const { status, body } = await read(`/lessons/${id}`)
      expect([status, body.error.code]).toEqual([404, 'LESSON_NOT_FOUND'])
    }
  })
})
