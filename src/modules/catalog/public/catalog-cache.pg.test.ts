import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  copyFixture,
  createLearningTestbed,
  FIXTURE,
  type LearningTestbed,
} from '../../../../test/harness/learning-testbed.ts'
import { createTestClock } from '../../../../test/harness/test-clock.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { useSystemClock } from '../../../platform/clock.ts'
import { CatalogCache, catalogCache } from './catalog-cache.ts'

let testbed: LearningTestbed
beforeAll(async () => {
  testbed = await createLearningTestbed()
})
afterAll(() => testbed.stop())

describe('CatalogCache', () => {
  function renamed(title: string) {
    const copy = copyFixture()
    const file = join(copy.folder, 'courses/chain-basics/course.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Chain basics', title))
    return copy
  }

  async function titleSeenBy(cache: CatalogCache): Promise<string> {
    const { courses } = await cache.current()
    return [...courses.values()].find((course) => course.key === 'chain-basics')!.title
  }

  test('an import is visible immediately in its own process and soon in other processes', async () => {
    const other = catalogCache(await testbed.openPlatform())
    expect(await titleSeenBy(other)).toBe('Chain basics')
    const copy = renamed('Chains renamed')
    await testbed.importFolder(copy.folder)
    expect(await titleSeenBy(catalogCache(testbed.platform))).toBe('Chains renamed')
    await waitUntil(async () => (await titleSeenBy(other)) === 'Chains renamed', 3)
    await testbed.importFolder(FIXTURE)
    copy.remove()
  })

  test('an import is visible after five seconds if the pubsub message is lost', async () => {
    const platform = await testbed.openPlatform()
    const unsubscribed = new CatalogCache({
      ...platform,
      pubsub: { ...platform.pubsub, subscribe: async () => ({ end: async () => {} }) },
    })
    const time = createTestClock()
    try {
      expect(await titleSeenBy(unsubscribed)).toBe('Chain basics')
      const copy = renamed('Chains without a message')
      await testbed.importFolder(copy.folder)
      expect(await titleSeenBy(unsubscribed)).toBe('Chain basics')
      time.advance(5_001)
      expect(await titleSeenBy(unsubscribed)).toBe('Chains without a message')
      await testbed.importFolder(FIXTURE)
      copy.remove()
    } finally {
      useSystemClock()
    }
  })

  test('100 concurrent reads query the catalog once', async () => {
    const platform = await testbed.openPlatform()
    let reads = 0
    const { db } = platform
    const counting = ((...args: Parameters<typeof db>) => {
      reads++
      return db(...args)
    }) as typeof db
    const cache = new CatalogCache({ ...platform, db: counting })
    await Promise.all(Array.from({ length: 100 }, () => cache.current()))
    expect(reads).toBe(1)
  })

  test('the catalog is read although the pubsub server does not answer', async () => {
    const platform = await testbed.openPlatform()
    const pubsub = { ...platform.pubsub, subscribe: () => new Promise<never>(() => {}) }
    expect(await titleSeenBy(new CatalogCache({ ...platform, pubsub }))).toBe('Chain basics')
  })

  test('an import without changes does not invalidate the cache', async () => {
    const cache = catalogCache(testbed.platform)
    const before = await cache.current()
    await testbed.importFolder(FIXTURE)
    expect(await cache.current()).toBe(before)
  })
})
