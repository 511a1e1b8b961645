import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createLearningTestbed, type LearningTestbed } from '../../../../test/harness/learning-testbed.ts'
import { fullPlan, queryPlansOf } from '../../../../test/harness/query-plans.ts'
import type { UserId } from '../../../platform/ids.ts'
import { catalogCache } from './catalog-cache.ts'
import { searchCourses } from './search-courses.ts'

let testbed: LearningTestbed
let user: UserId
beforeAll(async () => {
  testbed = await createLearningTestbed()
  user = await testbed.addUser()
})
afterAll(() => testbed.stop())
beforeEach(() => catalogCache(testbed.platform).invalidate())

interface Found {
  title: string
  matchedLesson?: { id: string; title: string }
}
async function search(words: string, route = 'course', as: UserId | undefined = user): Promise<Found[]> {
  const { status, body } = await testbed.call(`GET /${route}?search=${encodeURIComponent(words)}`, as)
  expect([words, status]).toEqual([words, 200])
  expect(body.meta.total).toBe(body.data.length)
  return body.data
}
const named = (found: Found[]) => found.map(({ title, matchedLesson }) => [title, matchedLesson?.title])

/** Sets the content of the first slide of a lesson, and restores it afterwards. */
async function withContent(courseKey: string, content: string, work: () => Promise<void>): Promise<void> {
  const { db } = testbed.platform
  const lessonId = (await testbed.course(courseKey)).lessons[0]!
  const [before] = await db`select slides from lesson where id = ${lessonId}`
  await db`update lesson set slides = jsonb_set(slides, '{0,content}', to_jsonb(${content}::text)) where id = ${lessonId}`
  try {
    await work()
  } finally {
    await db`update lesson set slides = ${before!.slides}::jsonb where id = ${lessonId}`
  }
}

describe('the search in lesson texts', () => {
  test('a word that only a lesson contains finds its course and names the lesson', async () => {
    expect(named(await search('fingerprint'))).toEqual([['Chain basics', 'Blocks']])
    expect(named(await search('notebook page'))).toEqual([['Chain basics', 'Blocks']])
    const { lessons } = await testbed.course('chain-basics')
    const [found] = await search('coins', 'public/courses', undefined)
    expect(found!.matchedLesson).toEqual({ id: lessons[2]!, title: 'Wallets' })
  })

  test('stems, beginnings, case and accents do not matter', async () => {
    for (const words of ['fingerprints', 'FINGERPRINT', 'fingerpr', 'fíngerprint'])
      expect([words, named(await search(words))]).toEqual([words, [['Chain basics', 'Blocks']]])
    await withContent('page-building', 'Le crédit coûte cher. العملة', async () => {
      for (const words of ['credit', 'Crédit', 'coute cher', 'العملة'])
        expect([words, named(await search(words))]).toEqual([words, [['Page building', 'A first page']]])
    })
  })

  test('all words must be in one lesson', async () => {
    expect(await search('fingerprint coins')).toEqual([])
    expect(await search('fingerprint hello')).toEqual([])
  })

  test('a hit in the title comes before one in the description, and both before one in a lesson', async () => {
    await withContent('page-building', 'Contracts, record, counting.', async () => {
      expect(named(await search('contract'))).toEqual([
        ['Contract craft', 'A first contract'],
        ['Page building', 'A first page'],
      ])
      expect(named(await search('record'))).toEqual([
        ['Chain basics', undefined],
        ['Page building', 'A first page'],
      ])
    })
    await withContent('chain-basics', 'Craft, craft, craft.', async () => {
      expect(named(await search('craft')).map(([title]) => title)).toEqual(['Contract craft', 'Chain basics'])
    })
  })

  test('filters apply to hits in lessons, and a course without words has no matched lesson', async () => {
    const { body } = await testbed.call('GET /course?search=fingerprint&category=WEB', user)
    expect(body.data).toEqual([])
    const all = await testbed.call('GET /course', user)
    for (const course of all.body.data) expect(course).not.toHaveProperty('matchedLesson')
  })

  test('archived lessons and the options of questions are not found', async () => {
    expect(await search('fifty genesis')).toEqual([])
    expect(await search('grows back')).toEqual([])
    const { db } = testbed.platform
    const { lessons } = await testbed.course('chain-basics')
    await db`update lesson set archived_at = now() where id = ${lessons[2]!}`
    try {
      expect(await search('coins')).toEqual([])
    } finally {
      await db`update lesson set archived_at = null where id = ${lessons[2]!}`
    }
  })

  test.each(["'", "a':*", '!!', ':* & |', "\\'", '%', 'a', 'ab'.repeat(50), '🙂', "x' | 'y", '\\', '<->'])(
    'the search %j is answered',
    async (words) => {
      expect(Array.isArray(await search(words))).toBe(true)
    },
  )
})

test('a text longer than a search vector can hold is stored', async () => {
  const words = Array.from({ length: 200_000 }, (_, index) => `w${index.toString(36)}`).join(' ')
  await withContent('page-building', `unique ${words}`, async () => {
    expect(named(await search('unique'))).toEqual([['Page building', 'A first page']])
  })
})

test('a search uses the index of lesson texts', async () => {
  const { db } = testbed.platform
  const { id } = await testbed.course('page-building')
  await testbed.platform.write(async (tx) => {
    await tx`
      insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides, archived_at)
      select gen_random_uuid(), ${id}, 'copy-' || number, 'Copy ' || number, 100 + number, 0, 0,
        jsonb_build_array(jsonb_build_object('type', 'CALLOUT', 'tone', 'TIP', 'content', 'copied ' || md5(number::text))),
        null
      from generate_series(1, 5000) as number`
  })
  const analyze = testbed.test.database
  await analyze.transaction(async ({ raw }) => raw('analyze lesson', []))
  catalogCache(testbed.platform).invalidate()
  const catalog = await catalogCache(testbed.platform).current()
  const filter = { search: 'fingerprint', category: undefined, level: undefined }
  const plans = await queryPlansOf(analyze, (explained) => searchCourses(explained, catalog, filter))
  const { plan, pages } = fullPlan(plans)
  expect(plan).toContain('lesson_search')
  expect(plan).not.toContain('Seq Scan on lesson')
  expect(pages).toBeLessThan(100)
  await db`delete from lesson where key like 'copy-%'`
})
