import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { ApiAnswer } from '../../../test/harness/service.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { QuickReads } from '../../platform/db/quick-reads.ts'
import { startHttp } from '../../platform/http/server.ts'
import { newId, type SessionId, type UserId } from '../../platform/ids.ts'
import { Limits } from '../../platform/limits/limits.ts'
import { MemoryLimits } from '../../platform/limits/memory.ts'
import { startPostgresLive } from '../../platform/live/postgres.ts'
import type { Platform } from '../../platform/platform.ts'
import { reactionTable, when } from '../../platform/reactions.ts'
import { createWrite } from '../../platform/write.ts'
import { createPromotion } from './create-promotion.ts'
import { promotionChanged } from './events.ts'
import { announcePromotions } from './held-promotions.ts'
import type { Promotion, PromotionId, PromotionInput } from './promotion.ts'
import { promotionRoutes } from './routes.ts'

interface Person {
  country?: string | null
  language?: string
  registeredAt?: Date
}

/** Ask as which user, from which device. */
interface Look {
  query?: string
  headers?: Record<string, string>
  /** Which of the processes is asked. */
  process?: number
}

export interface PromotionsBed {
  test: TestDatabase
  db: Db
  platform: Platform
  /** Users who have premium. */
  premium: Set<UserId>
  /** How many statements each way of reading and writing has sent since a test set them to 0. */
  sent: { db: number; quick: number; writes: number }
  addUser(person?: Person): Promise<UserId>
  create(input: Partial<PromotionInput>, now?: Date): Promise<Promotion>
  /** Every campaign of earlier tests is switched off. */
  clear(): Promise<void>
  look(userId: UserId, look?: Look): Promise<ApiAnswer>
  /** Titles, as they are shown. */
  titles(userId: UserId, look?: Look): Promise<{ popup: string | null; banners: string[] }>
  report(userId: UserId | undefined, id: string, body: unknown): Promise<ApiAnswer>
  stop(): Promise<void>
}

/** The module on two servers of one database, as two processes would be. A token is the user's id. */
export async function openPromotionsBed(): Promise<PromotionsBed> {
  const test = await createTestDatabase()
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', PUBLIC_URL: 'https://lyceum.example' })
  const premium = new Set<UserId>()
  const sent = { db: 0, quick: 0, writes: 0 }
  const closers: (() => Promise<unknown>)[] = []
  const open = async () => {
    const database = test.another({ poolSize: 16 })
    const quickReads = new QuickReads({ url: test.url })
    const live = await startPostgresLive(database)
    const write = createWrite(
      database,
      reactionTable([when(promotionChanged, { now: [announcePromotions(live)] })]),
      () => {},
    )
    const platform = {
      config,
      database,
      db: counted(database.query, () => sent.db++),
      quick: counted(quickReads.query, () => sent.quick++),
      write: (work: Parameters<typeof write>[0]) => {
        sent.writes++
        return write(work)
      },
      live,
    } as unknown as Platform
    const server = startHttp({
      config,
      db: database.query,
      limits: new Limits({ ...config.limits, enabled: false, strict: new MemoryLimits() }),
      authenticate: (token) => ({ userId: token as UserId, sessionId: '' as SessionId, role: 'USER' }),
      endpoints: promotionRoutes({ platform, hasPremium: async (_, userId) => premium.has(userId) }).map(
        (endpoint) => ({ endpoint, path: endpoint.path }),
      ),
      plainRoutes: [],
    })
    closers.unshift(
      () => server.stop(),
      () => live.close(),
      () => quickReads.close(),
    )
    return { platform, url: `http://127.0.0.1:${server.port}` }
  }
  const processes = [await open(), await open()]
  const { platform } = processes[0]!
  const db = test.database.query

  const look: PromotionsBed['look'] = (userId, { query, headers = {}, process = 0 } = {}) =>
    ask(`${processes[process]!.url}/promotions/active${query ? `?${query}` : ''}`, userId, { headers })

  return {
    test,
    db,
    platform,
    premium,
    sent,
    addUser: async ({ country = null, language = 'en', registeredAt = new Date() } = {}) => {
      const id = newId<'User'>()
      await db`
        insert into user_account (id, email, username, country, language, created_at)
        values (${id}, ${`${id}@example.com`}, ${`u${id.replaceAll('-', '')}`}, ${country}, ${language}, ${registeredAt})`
      return id
    },
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
    report: (userId, id, body) =>
      ask(`${processes[0]!.url}/promotions/${id}/event`, userId, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
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

async function ask(url: string, token: string | undefined, init: RequestInit): Promise<ApiAnswer> {
  const headers = { ...(init.headers as object), ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(url, { ...init, headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
