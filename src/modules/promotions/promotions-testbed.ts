import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { openTestPlatform } from '../../../test/harness/platform.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { promotionChanged } from '../../events/promotions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { invalidatePromotionCache } from './promotion-cache.ts'
import { createPromotion } from './public/create-promotion.ts'
import type { Promotion, PromotionId, PromotionInput } from './public/promotion.ts'
import { promotionRoutes } from './routes.ts'

interface Person {
  country?: string | null
  language?: string
  registeredAt?: Date
}

/** The query, the headers and the process of a request. */
interface Look {
  query?: string
  headers?: Record<string, string>
  /** The index of the process that handles the request. */
  process?: number
}

export interface PromotionsFixture {
  test: TestDatabase
  db: Db
  platform: Platform
  /** The number of statements by database handle since a test reset them. */
  sent: { db: number; quick: number; writes: number }
  addUser(person?: Person): Promise<UserId>
  create(input: Partial<PromotionInput>, now?: Date): Promise<Promotion>
  /** Disables the promotions of earlier tests. */
  clear(): Promise<void>
  look(userId: UserId, look?: Look): Promise<ApiResponse>
  /** Returns the titles in the order of the response. */
  titles(userId: UserId, look?: Look): Promise<{ popup: string | null; banners: string[] }>
  report(userId: UserId | undefined, id: string, body: unknown): Promise<ApiResponse>
  stop(): Promise<void>
}

/** Runs the module on two servers with one database, like two processes. A token is the user's id. */
export async function createPromotionsFixture(): Promise<PromotionsFixture> {
  const test = await createTestDatabase()
  const sent = { db: 0, quick: 0, writes: 0 }
  const closers: (() => Promise<unknown>)[] = []
  const open = async () => {
    const testPlatform = await openTestPlatform(test, {
      settings: { PUBLIC_URL: 'https://lyceum.example' },
      reactions: (_, live) =>
        reactionTable([on(promotionChanged, { inTransaction: [invalidatePromotionCache(live)] })]),
    })
    const platform = {
      ...testPlatform,
      db: counted(testPlatform.db, () => sent.db++),
      pipelinedDb: counted(testPlatform.pipelinedDb, () => sent.quick++),
      write: (work: Parameters<typeof testPlatform.write>[0]) => {
        sent.writes++
        return testPlatform.write(work)
      },
    } as unknown as Platform
    const server = serveModule({
      config: testPlatform.config,
      autocommitDb: testPlatform.autocommitDb,
      write: testPlatform.write,
      endpoints: promotionRoutes(platform),
    })
    closers.unshift(
      () => server.stop(),
      () => testPlatform.close(),
    )
    return { platform, call: server.call }
  }
  const processes = [await open(), await open()]
  const { platform } = processes[0]!
  const db = test.database.query

  const look: PromotionsFixture['look'] = (userId, { query, headers = {}, process = 0 } = {}) =>
    processes[process]!.call(`GET /promotions/active${query ? `?${query}` : ''}`, userId, undefined, headers)

  return {
    test,
    db,
    platform,
    sent,
    addUser: ({ registeredAt = new Date(), ...person } = {}) =>
      insertUser(db, { ...person, createdAt: registeredAt }),
    create: (input, now = new Date()) =>
      platform.write(async (tx) => {
        const promotion = await createPromotion(tx, {
          input: { kind: 'BANNER', title: 'a banner', ...input },
          now,
        })
        return promotion!
      }),
    clear: async () => {
      await db`update promotion set is_enabled = false`
      await platform.write(async (tx) =>
        tx.emit(promotionChanged({ promotionId: '' as PromotionId, at: '' })),
      )
    },
    look,
    titles: async (userId, options) => {
      const { status, body } = await look(userId, options)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return {
        popup: body.popup?.title ?? null,
        banners: body.banners.map(({ title }: { title: string }) => title),
      }
    },
    report: (userId, id, body) => processes[0]!.call(`POST /promotions/${id}/event`, userId, body),
    stop: async () => {
      for (const close of closers) await close()
      await test.drop()
    },
  }
}

function counted(db: Db, count: () => void): Db {
  return (strings, ...values) => {
    count()
    return db(strings, ...values)
  }
}
