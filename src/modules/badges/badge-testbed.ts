import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import { type HttpServer, startHttp } from '../../platform/http/server.ts'
import { newId, type SessionId, type UserId } from '../../platform/ids.ts'
import { Limits } from '../../platform/limits/limits.ts'
import { MemoryLimits } from '../../platform/limits/memory.ts'
import type { Platform } from '../../platform/platform.ts'
import { createWrite } from '../../platform/write.ts'
import { advanceBadges } from './advance-badges.ts'
import { BADGES, type HeardData } from './badge.ts'
import { badgePages } from './pages.ts'
import { badgeRoutes } from './routes.ts'

interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
}

/** The module by itself: its reactions to facts that a test tells, and its routes. A token is the user's id. */
export interface BadgeTestbed {
  test: TestDatabase
  db: Db
  /** Statements that were sent since the last look. */
  statements: string[]
  /** How often transactions began; more often than `tell` was called when some had to begin again. */
  attempts: number
  register(): Promise<UserId>
  /** Tells facts in one transaction, and gives all that followed. */
  tell(...facts: Fact[]): Promise<Fact[]>
  ask(path: string, token?: string): Promise<Answer>
  stop(): Promise<void>
}

export async function openBadgeTestbed(): Promise<BadgeTestbed> {
  const test = await createTestDatabase()
  const db = test.database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', PUBLIC_URL: 'https://lyceum.example' })
  const statements: string[] = []
  const react = advanceBadges(config.publicUrl)
  const factNames = new Set(BADGES.map(({ hears }) => hears))
  const watched: typeof react = (tx, fact) =>
    react(
      Object.assign(
        (strings: TemplateStringsArray, ...values: unknown[]) => {
          statements.push(strings.join('?'))
          return tx(strings, ...values)
        },
        { emit: tx.emit, enqueue: tx.enqueue, afterCommit: tx.afterCommit },
      ) as typeof tx,
      fact,
    )
  const reactions = new Map(
    [...factNames].map((factName) => [factName, { factName, now: [watched as never], later: [] }]),
  )
  const write = createWrite(test.database, reactions, () => {})
  const platform = { config, db, quick: db, write } as unknown as Platform
  const userExists = async (on: Db, userId: UserId) =>
    (await on`select 1 from user_account where id = ${userId} and deleted_at is null`).length > 0
  const http: HttpServer = startHttp({
    config,
    db,
    limits: new Limits({ ...config.limits, enabled: false, strict: new MemoryLimits() }),
    authenticate: (token) => ({ userId: token as UserId, sessionId: '' as SessionId, role: 'USER' }),
    endpoints: badgeRoutes({ platform, userExists }).map((endpoint) => ({ endpoint, path: endpoint.path })),
    plainRoutes: badgePages(),
  })
  const bed: BadgeTestbed = {
    test,
    db,
    statements,
    attempts: 0,
    register: async () => {
      const id = newId<'User'>()
      await db`
        insert into user_account (id, email, username, created_at)
        values (${id}, ${`${id}@example.com`}, ${`u${id.replaceAll('-', '')}`}, ${new Date()})`
      return id
    },
    tell: async (...facts) => {
      const told = await write.telling(async (tx) => {
        bed.attempts++
        for (const fact of facts) tx.emit(fact)
      })
      return told.facts
    },
    ask: async (path, token) => {
      const response = await fetch(
        http.url + path,
        token ? { headers: { authorization: `Bearer ${token}` } } : {},
      )
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text.startsWith('{') ? JSON.parse(text) : undefined,
      }
    },
    stop: async () => {
      await http.stop()
      await test.drop()
    },
  }
  return bed
}

/** A fact of another module, as that module would tell it. */
export function factOf(name: string, data: HeardData & Record<string, unknown>): Fact {
  return { id: newId(), name, data }
}
