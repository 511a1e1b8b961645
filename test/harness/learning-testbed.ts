import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importPack } from '../../src/modules/authoring/packs/import-pack.ts'
import { readPack } from '../../src/modules/authoring/packs/read-pack.ts'
import type { Pack } from '../../src/modules/authoring/public/pack.ts'
import { catalogCache } from '../../src/modules/catalog/public/catalog-cache.ts'
import { pathRoutes } from '../../src/modules/catalog/routes.ts'
import { progressRoutes } from '../../src/modules/progress/routes.ts'
import { countPlan, type ImportCounts } from '../../src/modules/questions/question-testbed.ts'
import { roadmapRoutes } from '../../src/modules/roadmaps/routes.ts'
import { grantPremium } from '../../src/modules/subscriptions/public/grant-premium.ts'
import { now } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/db/database.ts'
import type { Endpoint } from '../../src/platform/http/endpoint.ts'
import type { UserId } from '../../src/platform/ids.ts'
import type { Platform } from '../../src/platform/platform.ts'
import type { DomainEvent } from '../../src/platform/transaction/define-event.ts'
import type { Reactions } from '../../src/platform/transaction/reactions.ts'
import type { WriteResult } from '../../src/platform/transaction/run-transaction.ts'
import type { Tx } from '../../src/platform/transaction/tx.ts'
import type { Write } from '../../src/platform/transaction/write.ts'
import type { ApiResponse } from './api-client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { serveModule } from './module-server.ts'
import { openTestPlatform } from './platform.ts'
import { insertUser } from './users.ts'

/** The titles of a built-in category, as responses have them. */
export const BLOCKCHAIN_TITLES = {
  en: 'Blockchain',
  fr: 'Blockchain',
  pt: 'Blockchain',
  sw: 'Blockchain',
  ar: 'البلوكتشين',
}

export const FIXTURE = join(import.meta.dir, '../../src/modules/authoring/packs/fixture')

type PackKind = 'categories' | 'topics' | 'questions' | 'courses' | 'lessons' | 'paths'

export interface LearningTestbed {
  test: TestDatabase
  platform: Platform
  /** The number of statements of each handle since a test set it to 0. */
  queries: { db: number; pipelinedDb: number }
  /** The events of the last lesson completion. */
  lastEvents: DomainEvent[]
  grantPremium(userId: UserId): Promise<void>
  addUser(timeZone?: string): Promise<UserId>
  /** Imports a pack and archives what it no longer has. */
  importFolder(folder: string): Promise<Record<PackKind, ImportCounts>>
  call(route: string, userId: UserId | undefined, body?: unknown): Promise<ApiResponse>
  /** Returns the ids of a published course and its lessons. */
  course(key: string): Promise<{ id: string; lessons: string[] }>
  /** Opens a platform as another process would, on the same database. */
  openPlatform(): Promise<Platform>
  stop(): Promise<void>
}

/** Serves the endpoints of catalog, progress and roadmaps on a new database with the fixture pack imported. */
export async function createLearningTestbed(
  options: {
    /** A folder or a pack that was read; null for no content. */
    pack?: string | Pack | null
    reactions?: Reactions
    settings?: Record<string, string>
    /** The endpoints of further modules. */
    endpoints?: (platform: Platform) => Endpoint[]
  } = {},
): Promise<LearningTestbed> {
  const test = await createTestDatabase()
  const queries = { db: 0, pipelinedDb: 0 }
  const closers: (() => Promise<unknown>)[] = []
  const recordEvents = (write: Write): Write => {
    const withEvents = <Result>(
      work: (tx: Tx) => Promise<Result>,
      buildResponse: (tx: Tx, result: WriteResult<Result>) => Promise<unknown> = async (_, result) => result,
    ) =>
      write.withEvents(work, (tx, result) => {
        testbed.lastEvents = result.events
        return buildResponse(tx, result)
      })
    const shared: Write['shared'] = (group, work, buildResponse) =>
      write.shared(group, work, (tx, result) => {
        testbed.lastEvents = result.events
        return buildResponse(tx, result)
      })
    return Object.assign(<Result>(work: (tx: Tx) => Promise<Result>) => write(work), {
      withEvents: withEvents as Write['withEvents'],
      shared,
    })
  }
  const openProcess = async (settings: Record<string, string>): Promise<Platform> => {
    const { reactions } = options
    const testPlatform = await openTestPlatform(test, {
      settings,
      ...(reactions ? { reactions: () => reactions } : {}),
    })
    closers.push(() => testPlatform.close())
    return {
      ...testPlatform,
      write: recordEvents(testPlatform.write),
      db: counted(testPlatform.db, () => queries.db++),
      pipelinedDb: counted(testPlatform.pipelinedDb, () => queries.pipelinedDb++),
    }
  }
  const platform = await openProcess({ ...options.settings })
  const importContent = (pack: Pack, archiveMissing = false) =>
    importPack(platform, pack, { now: now(), archiveMissing })
  const testbed: LearningTestbed = {
    test,
    platform,
    queries,
    lastEvents: [],
    grantPremium: (userId) => platform.write((tx) => grantPremium(tx, { userId, until: null, now: now() })),
    addUser: (timeZone = 'UTC') => insertUser(platform.db, { timeZone }),
    importFolder: async (folder) => {
      const { pictures: _, ...kinds } = await importContent(await packOf(folder), true)
      const counts = Object.entries(kinds).map(([kind, plan]) => [kind, countPlan(plan)])
      return Object.fromEntries(counts) as Record<PackKind, ImportCounts>
    },
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
    autocommitDb: platform.autocommitDb,
    write: platform.write,
    endpoints: [
      ...progressRoutes(platform),
      ...roadmapRoutes(platform),
      ...pathRoutes(platform),
      ...(options.endpoints?.(platform) ?? []),
    ],
  })
  const { pack = FIXTURE } = options
  if (pack !== null) await importContent(typeof pack === 'string' ? await packOf(pack) : pack)
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
  if (!pack) throw new Error(`the pack has errors: ${JSON.stringify(errors)}`)
  return pack
}

/** Copies the fixture pack to a folder that a test may change. */
export function copyFixture(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-pack-'))
  cpSync(FIXTURE, folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
