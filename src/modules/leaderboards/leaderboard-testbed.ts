import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { insertUser, insertUsers } from '../../../test/harness/users.ts'
import { xpAwarded } from '../../events/ledger.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { AutocommitDb, Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import type { ListPublicProfiles } from '../accounts/public/public-profile.ts'
import { onXpAwarded } from './on-xp-changed.ts'
import { compactScoreChanges } from './rank-index/compact-score-changes.ts'
import { leaderboardRoutes } from './routes.ts'

/** The module alone: its handler of awards and its routes. A token is the user's id. */
export interface LeaderboardTestbed {
  test: TestDatabase
  db: Db
  autocommitDb: AutocommitDb
  write: Write
  register(id?: string): Promise<UserId>
  registerMany(count: number): Promise<UserId[]>
  award(userId: UserId, xp: number, at: string | Date): Promise<void>
  compact(): Promise<number>
  call(route: string, userId?: string): Promise<ApiResponse>
  stop(): Promise<void>
}

export async function createLeaderboardTestbed(): Promise<LeaderboardTestbed> {
  const test = await createTestDatabase()
  const { query: db, autocommit: autocommitDb } = test.database
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0' })
  const write = createWrite(
    test.database,
    reactionTable([on(xpAwarded, { inTransaction: [onXpAwarded] })]),
    () => {},
  )
  // Boards read from a replica, so their reads must not write.
  const replicaDb = test.another({ poolSize: 4, isReadOnly: true }).query
  const platform = { config, db, autocommitDb, pipelinedDb: db, replicaDb, write } as unknown as Platform
  const server = serveModule({
    config,
    autocommitDb,
    write,
    endpoints: leaderboardRoutes({ platform, listPublicProfiles }),
  })
  return {
    test,
    db,
    autocommitDb,
    write,
    register: (id = newId()) => insertUser(db, { id: id as UserId }),
    registerMany: (count) => insertUsers(db, count),
    award: (userId, xp, at) =>
      write(async (tx) =>
        tx.emit(xpAwarded({ userId, xp, at: new Date(at).toISOString(), source: `test:${newId()}` })),
      ),
    compact: () => compactScoreChanges(platform),
    call: server.call,
    stop: async () => {
      await server.stop()
      await test.drop()
    },
  }
}

/** Replaces the profiles that `app/` passes in. */
const listPublicProfiles: ListPublicProfiles = async (db, userIds) => {
  const rows = await db<{ id: UserId; username: string; isProfilePublic: boolean }>`
    select id, username, is_profile_public as "isProfilePublic" from user_account
    where id = any(${userIds}::uuid[])`
  return new Map(
    rows.map(({ id, username, isProfilePublic }) => [
      id,
      {
        username,
        avatarUrl: `https://lyceum.example/avatars/${id}.svg`,
        totalGems: 5,
        currentStreak: 3,
        isProfilePublic,
      },
    ]),
  )
}
