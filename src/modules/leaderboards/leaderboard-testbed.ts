import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { type HttpServer, startHttp } from '../../platform/http/server.ts'
import { newId, type SessionId, type UserId } from '../../platform/ids.ts'
import { Limits } from '../../platform/limits/limits.ts'
import { MemoryLimits } from '../../platform/limits/memory.ts'
import type { Platform } from '../../platform/platform.ts'
import { reactionTable, when } from '../../platform/reactions.ts'
import { createWrite, type Write } from '../../platform/write.ts'
import { xpAwarded } from '../rewards/events.ts'
import { addPeriodXp } from './add-period-xp.ts'
import { foldMoves } from './milestones/fold-moves.ts'
import { type BoardUser, leaderboardRoutes } from './routes.ts'

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
}

/** The module by itself: its reaction to awards that a test makes, and its routes. A token is the user's id. */
export interface LeaderboardTestbed {
  test: TestDatabase
  db: Db
  write: Write
  register(id?: string): Promise<UserId>
  registerMany(count: number): Promise<UserId[]>
  award(userId: UserId, xp: number, at: string | Date): Promise<void>
  fold(): Promise<void>
  ask(path: string, token?: string): Promise<Answer>
  stop(): Promise<void>
}

export async function openLeaderboardTestbed(): Promise<LeaderboardTestbed> {
  const test = await createTestDatabase()
  const db = test.database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0' })
  const write = createWrite(test.database, reactionTable([when(xpAwarded, { now: [addPeriodXp] })]), () => {})
  const platform = { config, db, quick: db, write } as unknown as Platform
  const http: HttpServer = startHttp({
    config,
    db,
    limits: new Limits({ ...config.limits, enabled: false, strict: new MemoryLimits() }),
    authenticate: (token) => ({ userId: token as UserId, sessionId: '' as SessionId, role: 'USER' }),
    endpoints: leaderboardRoutes({ platform, describeUsers }).map((endpoint) => ({
      endpoint,
      path: endpoint.path,
    })),
    plainRoutes: [],
  })
  const insertUsers = async (ids: UserId[]) => {
    await db`
      insert into user_account (id, email, username, created_at)
      select id::uuid, id || '@example.com', 'u' || replace(id, '-', ''), now()
      from jsonb_array_elements_text(${ids}::jsonb) id`
    return ids
  }
  return {
    test,
    db,
    write,
    register: async (id = newId<'User'>()) => (await insertUsers([id as UserId]))[0]!,
    registerMany: (count) => insertUsers(Array.from({ length: count }, () => newId<'User'>())),
    award: (userId, xp, at) =>
      write(async (tx) =>
        tx.emit(xpAwarded({ userId, xp, at: new Date(at).toISOString(), source: `test:${newId()}` })),
      ),
    fold: () => foldMoves(platform),
    ask: async (path, token) => {
      const response = await fetch(
        http.url + path,
        token ? { headers: { authorization: `Bearer ${token}` } } : {},
      )
      return { status: response.status, body: await response.json() }
    },
    stop: async () => {
      await http.stop()
      await test.drop()
    },
  }
}

/** What `app/` would join from other modules: here everybody has a name. */
async function describeUsers(db: Db, userIds: UserId[]): Promise<Map<UserId, BoardUser>> {
  const rows = await db<{ id: UserId; username: string }>`
    select id, username from user_account
    where id = any(${userIds}::uuid[])`
  return new Map(
    rows.map(({ id, username }) => [
      id,
      { username, avatarUrl: `https://lyceum.example/avatars/${id}.svg`, totalGems: 5, currentStreak: 3 },
    ]),
  )
}
