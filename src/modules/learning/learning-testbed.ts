import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { ApiAnswer } from '../../../test/harness/service.ts'
import { knownChain } from '../../app/open-chain.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { QuickReads } from '../../platform/db/quick-reads.ts'
import type { Fact } from '../../platform/events.ts'
import { startHttp } from '../../platform/http/server.ts'
import { newId, type SessionId, type UserId } from '../../platform/ids.ts'
import { Limits } from '../../platform/limits/limits.ts'
import { MemoryLimits } from '../../platform/limits/memory.ts'
import { startPostgresLive } from '../../platform/live/postgres.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Reactions, reactionTable } from '../../platform/reactions.ts'
import { Sockets } from '../../platform/sockets/sockets.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { createWrite } from '../../platform/write.ts'
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
  options: { pack?: string | null; reactions?: Reactions } = {},
): Promise<LearningBed> {
  const test = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-learning-'))
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: test.url })
  const queries = { db: 0, quick: 0 }
  const closers: (() => Promise<unknown>)[] = []
  const openPlatform = async (): Promise<Platform> => {
    const database = test.another({ poolSize: 16 })
    const quickReads = new QuickReads({ url: test.url })
    const live = await startPostgresLive(database)
    closers.push(
      () => live.close(),
      () => quickReads.close(),
    )
    return {
      config,
      database,
      db: counted(database.query, () => queries.db++),
      quick: counted(quickReads.query, () => queries.quick++),
      write: createWrite(database, options.reactions ?? reactionTable([]), () => {}),
      live,
      sockets: new Sockets(live),
      limits: new Limits({ ...config.limits, enabled: false, strict: new MemoryLimits() }),
      storage: createDiskStorage(join(dataDir, 'files')),
      chain: knownChain(config),
    }
  }
  const platform = await openPlatform()
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
    addUser: async (timeZone = 'UTC') => {
      const id: UserId = newId()
      await platform.db`
        insert into user_account (id, email, username, time_zone, created_at)
        values (${id}, ${`${id}@example.com`}, ${`user_${id.replaceAll('-', '')}`}, ${timeZone}, now())`
      return id
    },
    importFolder: async (folder) => importPack(platform, await packOf(folder), { now: now() }),
    call: (route, userId, body) => ask(`http://127.0.0.1:${server.port}`, route, userId, body),
    course: async (key) => {
      const { courses } = await heldCatalogue(platform).current()
      const found = [...courses.values()].find((course) => course.key === key)!
      return { id: found.id, lessons: found.lessons.map((lesson) => lesson.id) }
    },
    openPlatform,
    stop: async () => {
      await server.stop()
      for (const close of closers) await close()
      await test.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  const server = startHttp({
    config,
    db: platform.db,
    limits: platform.limits,
    authenticate: (token) => ({ userId: token as UserId, sessionId: newId() as SessionId, role: 'USER' }),
    endpoints: learningRoutes(bed.parts).map((endpoint) => ({ endpoint, path: `/api/v2${endpoint.path}` })),
    plainRoutes: [],
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

async function ask(url: string, route: string, token?: string, body?: unknown): Promise<ApiAnswer> {
  const [method, path] = route.split(' ') as [string, string]
  const response = await fetch(`${url}/api/v2${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
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
