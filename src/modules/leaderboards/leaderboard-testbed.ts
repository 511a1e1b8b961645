import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import type { ApiAnswer } from '../../../test/harness/service.ts'
import { insertUser, insertUsers } from '../../../test/harness/users.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { reactionTable, when } from '../../platform/reactions.ts'
import { createWrite, type Write } from '../../platform/write.ts'
import { xpAwarded } from '../rewards/events.ts'
import { addPeriodXp } from './add-period-xp.ts'
import { foldMoves } from './milestones/fold-moves.ts'
import { type BoardUser, leaderboardRoutes } from './routes.ts'

/** The module by itself: its reaction to awards that a test makes, and its routes. A token is the user's id. */
export interface LeaderboardTestbed {
  test: TestDatabase
  db: Db
  write: Write
  register(id?: string): Promise<UserId>
  registerMany(count: number): Promise<UserId[]>
  award(userId: UserId, xp: number, at: string | Date): Promise<void>
  fold(): Promise<number>
  call(route: string, userId?: string): Promise<ApiAnswer>
  stop(): Promise<void>
}

export async function openLeaderboardTestbed(): Promise<LeaderboardTestbed> {
  const test = await createTestDatabase()
  const db = test.database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0' })
  const write = createWrite(test.database, reactionTable([when(xpAwarded, { now: [addPeriodXp] })]), () => {})
  // What the boards read may come from a replica, so nothing of it writes.
  const stale = test.another({ poolSize: 4, isReadOnly: true }).query
  const platform = { config, db, quick: db, stale, write } as unknown as Platform
  const server = serveModule({ config, db, endpoints: leaderboardRoutes({ platform, describeUsers }) })
  return {
    test,
    db,
    write,
    register: (id = newId()) => insertUser(db, { id: id as UserId }),
    registerMany: (count) => insertUsers(db, count),
    award: (userId, xp, at) =>
      write(async (tx) =>
        tx.emit(xpAwarded({ userId, xp, at: new Date(at).toISOString(), source: `test:${newId()}` })),
      ),
    fold: () => foldMoves(platform),
    call: server.call,
    stop: async () => {
      await server.stop()
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
