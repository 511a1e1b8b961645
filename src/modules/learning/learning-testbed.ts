import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { openTestPlatform } from '../../../test/harness/platform.ts'
import type { ApiAnswer } from '../../../test/harness/service.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Reactions } from '../../platform/reactions.ts'
import { heldCatalogue } from './catalogue/held-catalogue.ts'
import { type ImportReport, importPack } from './content/import-pack.ts'
import type { Pack } from './content/pack.ts'
import { readPack } from './content/read-pack.ts'
import type { BadgeView, LearningParts } from './learning.ts'
import { learningRoutes } from './routes.ts'

export const FIXTURE = join(import.meta.dir, 'content/fixture')

export interface LearningBed {
  test: TestDatabase
  platform: Platform
  parts: LearningParts
  /** How many statements went by either way since a test set them to 0. */
  queries: { db: number; quick: number }
  /** Users who have premium. */
  premium: Set<UserId>
  /** What the last completion unlocked, as the module above would say. */
  badges: (facts: Fact[]) => BadgeView[]
  addUser(timeZone?: string): Promise<UserId>
  importFolder(folder: string): Promise<ImportReport>
  call(route: string, userId: UserId | undefined, body?: unknown): Promise<ApiAnswer>
  /** Ids of the published course and its lessons, by key. */
  course(key: string): Promise<{ id: string; lessons: string[] }>
  /** Another process on the same database. */
  openPlatform(): Promise<Platform>
  stop(): Promise<void>
}

/** The routes of this module on a real server and a database of their own, with the small pack imported. */
export async function createLearningBed(
  options: { pack?: string | null; reactions?: Reactions; settings?: Record<string, string> } = {},
): Promise<LearningBed> {
  const test = await createTestDatabase()
  const queries = { db: 0, quick: 0 }
  const closers: (() => Promise<unknown>)[] = []
  const openProcess = async (settings: Record<string, string>): Promise<Platform> => {
    const { reactions } = options
    const opened = await openTestPlatform(test, {
      settings,
      ...(reactions ? { reactions: () => reactions } : {}),
    })
    closers.push(() => opened.close())
    return {
      ...opened,
      db: counted(opened.db, () => queries.db++),
      quick: counted(opened.quick, () => queries.quick++),
    }
  }
  const platform = await openProcess({ ...options.settings })
  const premium = new Set<UserId>()
  const bed: LearningBed = {
    test,
    platform,
    queries,
    premium,
    badges: () => [],
    parts: {
      platform,
      hasPremium: async (_, userId) => premium.has(userId),
      unlockedBadgesIn: (facts) => bed.badges(facts),
      gemsPaidIn: () => 0,
    },
    addUser: (timeZone = 'UTC') => insertUser(platform.db, { timeZone }),
    importFolder: async (folder) => importPack(platform, await packOf(folder), { now: now() }),
    call: (route, userId, body) => server.call(route, userId, body),
    course: async (key) => {
      const { courses } = await heldCatalogue(platform).current()
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
    endpoints: learningRoutes(bed.parts),
  })
  if (options.pack !== null) await bed.importFolder(options.pack ?? FIXTURE)
  return bed
}

function counted(db: Db, count: () => void): Db {
  return (strings, ...values) => {
    count()
    return db(strings, ...values)
  }
}

export async function packOf(folder: string): Promise<Pack> {
  const { pack, faults } = await readPack(folder)
  if (!pack) throw new Error(`the pack has faults: ${JSON.stringify(faults)}`)
  return pack
}

/** A copy of the small pack that a test may change. */
export function copyFixture(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-pack-'))
  cpSync(FIXTURE, folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
