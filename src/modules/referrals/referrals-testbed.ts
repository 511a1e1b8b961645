import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import type { ApiAnswer } from '../../../test/harness/service.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { reactionTable, when } from '../../platform/reactions.ts'
import { createWrite, type Write } from '../../platform/write.ts'
import { accountDeleted, userRegistered } from '../identity/events.ts'
import { courseCompleted, lessonCompleted } from '../learning/events.ts'
import { getReferralCode } from './get-code.ts'
import { forgetReferrals } from './member-data.ts'
import { noteLesson } from './note-lesson.ts'
import { qualifyReferral } from './qualify-referral.ts'
import { referralRoutes } from './routes.ts'
import { welcomeNewcomer } from './welcome-newcomer.ts'

interface Newcomer {
  code?: string | null
  deviceId?: string | null
  address?: string
  at?: Date
}

/** The module by itself: its reactions to facts that a test tells, and its routes. A token is the user's id. */
export interface ReferralsBed {
  test: TestDatabase
  db: Db
  write: Write
  register(newcomer?: Newcomer): Promise<UserId>
  codeOf(userId: UserId): Promise<string>
  completeLesson(userId: UserId, at?: Date): Promise<Fact[]>
  completeCourse(userId: UserId, at?: Date): Promise<Fact[]>
  leave(userId: UserId): Promise<void>
  balanceOf(userId: UserId): Promise<{ gems: number; xp: number }>
  inviterOf(userId: UserId): Promise<UserId | null>
  reasonsOf(userId: UserId): Promise<string[]>
  call(route: string, userId: UserId | undefined, body?: unknown): Promise<ApiAnswer>
  stop(): Promise<void>
}

export async function openReferralsBed(settings: Record<string, string> = {}): Promise<ReferralsBed> {
  const test = await createTestDatabase()
  const database = test.another({ poolSize: 24 })
  const db = database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', ...settings })
  const rules = config.referrals
  const write = createWrite(
    database,
    reactionTable([
      when(userRegistered, { now: [welcomeNewcomer(rules)] }),
      when(lessonCompleted, { now: [noteLesson()] }),
      when(courseCompleted, { now: [qualifyReferral(rules)] }),
      when(accountDeleted, { now: [forgetReferrals] }),
    ]),
    () => {},
  )
  const platform = { config, db, quick: db, stale: db, write } as unknown as Platform
  const server = serveModule({ config, db, endpoints: referralRoutes({ platform, describeUsers }) })
  const tell = async (fact: Fact) => (await write.telling(async (tx) => tx.emit(fact))).facts
  const learned = (userId: UserId, at: Date) => ({ userId, at: at.toISOString() })
  let addresses = 0

  return {
    test,
    db,
    write,
    register: ({ code = null, deviceId = null, address, at = new Date() } = {}) =>
      write(async (tx) => {
        const userId = await insertUser(tx, { createdAt: at })
        const where = address ?? `10.0.${addresses >> 8}.${addresses++ & 255}`
        tx.emit(
          userRegistered({ userId, referralCode: code, deviceId, address: where, at: at.toISOString() }),
        )
        return userId
      }),
    codeOf: (userId) => write((tx) => getReferralCode(tx, { userId, now: new Date() })),
    completeLesson: (userId, at = new Date()) => tell(lessonCompleted(learned(userId, at) as never)),
    completeCourse: (userId, at = new Date()) => tell(courseCompleted(learned(userId, at) as never)),
    leave: async (userId) => {
      await db`update user_account set deleted_at = now() where id = ${userId}`
      await tell(accountDeleted({ userId, avatarKey: null, at: new Date().toISOString() }))
    },
    balanceOf: async (userId) => {
      const rows = await db<{ asset: string; balance: bigint }>`
        select asset, balance from ledger_balance where account = ${`user:${userId}`}`
      const of = (asset: string) => Number(rows.find((row) => row.asset === asset)?.balance ?? 0n)
      return { gems: of('GEM'), xp: of('XP') }
    },
    inviterOf: async (userId) => {
      const [row] = await db<{ inviterId: UserId | null }>`
        select inviter_id as "inviterId" from referral_member where user_id = ${userId}`
      return row?.inviterId ?? null
    },
    reasonsOf: async (userId) => {
      const rows = await db<{ reason: string }>`
        select reason from referral_refusal where user_id = ${userId} order by reason`
      return rows.map(({ reason }) => reason)
    },
    call: server.call,
    stop: async () => {
      await server.stop()
      await test.drop()
    },
  }
}

/** What `app/` would join from other modules: here everybody has a name who is not deleted. */
async function describeUsers(db: Db, userIds: UserId[]): Promise<Map<UserId, { username: string }>> {
  const rows = await db<{ id: UserId; username: string }>`
    select id, username from user_account where id = any(${userIds}::uuid[]) and deleted_at is null`
  return new Map(rows.map(({ id, username }) => [id, { username }]))
}
