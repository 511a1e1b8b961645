import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import type { ApiAnswer } from '../../../test/harness/service.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/tx.ts'
import { createWrite } from '../../platform/write.ts'
import { advanceBadges } from './advance-badges.ts'
import { BADGES, type HeardData } from './badge.ts'
import { badgePages } from './pages.ts'
import { badgeRoutes } from './routes.ts'

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
  call(route: string, userId?: string): Promise<ApiAnswer>
  stop(): Promise<void>
}

export async function openBadgeTestbed(): Promise<BadgeTestbed> {
  const test = await createTestDatabase()
  const db = test.database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', PUBLIC_URL: 'https://lyceum.example' })
  const statements: string[] = []
  const react = advanceBadges(config.publicUrl)
  const factNames = new Set(BADGES.map(({ hears }) => hears))
  const watching = (tx: Tx): Tx =>
    Object.assign(
      (strings: TemplateStringsArray, ...values: unknown[]) => {
        statements.push(strings.join('?'))
        return tx(strings, ...values)
      },
      { emit: tx.emit, enqueue: tx.enqueue, afterCommit: tx.afterCommit },
    ) as Tx
  const watched: typeof react = (tx, fact) => react(watching(tx), fact)
  watched.together = (tx, facts) => react.together!(watching(tx), facts)
  const reactions = new Map(
    [...factNames].map((factName) => [factName, { factName, now: [watched as never], later: [] }]),
  )
  const write = createWrite(test.database, reactions, () => {})
  const platform = { config, db, quick: db, stale: db, write } as unknown as Platform
  const userExists = async (on: Db, userId: UserId) =>
    (await on`select 1 from user_account where id = ${userId} and deleted_at is null`).length > 0
  const server = serveModule({
    config,
    db,
    endpoints: badgeRoutes({ platform, userExists }),
    plainRoutes: badgePages(),
  })
  const bed: BadgeTestbed = {
    test,
    db,
    statements,
    attempts: 0,
    register: () => insertUser(db),
    tell: async (...facts) => {
      const told = await write.telling(async (tx) => {
        bed.attempts++
        for (const fact of facts) tx.emit(fact)
      })
      return told.facts
    },
    call: server.call,
    stop: async () => {
      await server.stop()
      await test.drop()
    },
  }
  return bed
}

/** A fact of another module, as that module would tell it. */
export function factOf(name: string, data: HeardData & Record<string, unknown>): Fact {
  return { id: newId(), name, data }
}
