import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportReport, importPack } from '../../src/modules/authoring/packs/import-pack.ts'
import { readPack } from '../../src/modules/authoring/packs/read-pack.ts'
import type { Pack } from '../../src/modules/authoring/public/pack.ts'
import type { BadgeView, LearningDeps } from '../../src/modules/catalog/learning-deps.ts'
import { catalogCache } from '../../src/modules/catalog/public/catalog-cache.ts'
import { learningRoutes } from '../../src/modules/roadmaps/learning-routes.ts'
import { now } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { UserId } from '../../src/platform/ids.ts'
import type { Platform } from '../../src/platform/platform.ts'
import type { DomainEvent } from '../../src/platform/transaction/define-event.ts'
import type { Reactions } from '../../src/platform/transaction/reactions.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { serveModule } from './module-server.ts'
import { openTestPlatform } from './platform.ts'
import type { ApiResponse } from './service.ts'
import { insertUser } from './users.ts'

export const FIXTURE = join(import.meta.dir, '../../src/modules/authoring/packs/fixture')

export interface LearningTestbed {
  test: TestDatabase
  platform: Platform
  deps: LearningDeps
  /** How many statements went by either way since a test set them to 0. */
  queries: { db: number; pipelinedDb: number }
  /** Users who have premium. */
  premium: Set<UserId>
  /** What the last completion unlocked, as the module above would say. */
  badges: (events: DomainEvent[]) => BadgeView[]
  addUser(timeZone?: string): Promise<UserId>
  importFolder(folder: string): Promise<ImportReport>
  call(route: string, userId: UserId | undefined, body?: unknown): Promise<ApiResponse>
  /** Ids of the published course and its lessons, by key. */
  course(key: string): Promise<{ id: string; lessons: string[] }>
  /** Another process on the same database. */
  openPlatform(): Promise<Platform>
  stop(): Promise<void>
}

/** The routes of this module on a real server and a database of their own, with the small pack imported. */
export async function createLearningTestbed(
  options: { pack?: string | null; reactions?: Reactions; settings?: Record<string, string> } = {},
): Promise<LearningTestbed> {
  const test = await createTestDatabase()
  const queries = { db: 0, pipelinedDb: 0 }
  const closers: (() => Promise<unknown>)[] = []
  const openProcess = async (settings: Record<string, string>): Promise<Platform> => {
    const { reactions } = options
    const testPlatform = await openTestPlatform(test, {
      settings,
      ...(reactions ? { reactions: () => reactions } : {}),
    })
    closers.push(() => testPlatform.close())
    return {
      ...testPlatform,
      db: counted(testPlatform.db, () => queries.db++),
      pipelinedDb: counted(testPlatform.pipelinedDb, () => queries.pipelinedDb++),
    }
  }
  const platform = await openProcess({ ...options.settings })
  const premium = new Set<UserId>()
  const testbed: LearningTestbed = {
    test,
    platform,
    queries,
    premium,
    badges: () => [],
    deps: {
      platform,
      hasPremium: async (_, userId) => premium.has(userId),
      findUnlockedBadges: (events) => testbed.badges(events),
      sumReferralGems: () => 0,
    },
    addUser: (timeZone = 'UTC') => insertUser(platform.db, { timeZone }),
    importFolder: async (folder) => importPack(platform, await packOf(folder), { now: now() }),
    call: (route, userId, body) => server.call(route, userId, body),
    course: async (key) => {
      const { courses } = await catalogCache(platform).current()
      const found = [...courses.values()].find((course) => course.key === key)!
      return { id: found.id, lessons: found.lessons.map((lesson) => lesson.id) }
    },
    openPlatform: () => openProcess({ ...options.settings, DATA_DIR: platform.config.dataDir }),
    stop: async () => {
      await server.stop()
      for (const close of closers) await close()
      await test.drop()
    },
  }
  const server = serveModule({
    config: platform.config,
    db: platform.db,
    endpoints: learningRoutes(testbed.deps),
  })
  if (options.pack !== null) await testbed.importFolder(options.pack ?? FIXTURE)
  return testbed
}

function counted(db: Db, count: () => void): Db {
  return (strings, ...values) => {
    count()
    return db(strings, ...values)
  }
}

export async function packOf(folder: string): Promise<Pack> {
  const { pack, errors } = await readPack(folder)
  if (!pack) throw new Error(`the pack has faults: ${JSON.stringify(errors)}`)
  return pack
}

/** A copy of the small pack that a test may change. */
export function copyFixture(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-pack-'))
  cpSync(FIXTURE, folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
