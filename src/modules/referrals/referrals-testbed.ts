import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { accountDeleted, emailVerified, userRegistered } from '../../events/accounts.ts'
import { courseCompleted, lessonCompleted, questionAnswered } from '../../events/progress.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { updateEmailVerified } from '../accounts/public/account.ts'
import type { PublicProfile } from '../accounts/public/public-profile.ts'
import { createMember } from './create-member.ts'
import { getReferralCode } from './get-referral-code.ts'
import { erasePersonalData } from './personal-data.ts'
import { qualifyReferral, qualifyVerifiedUser } from './qualify-referral.ts'
import { recordLearningDay } from './record-learning-day.ts'
import { recordLessonActivity } from './record-lesson-activity.ts'
import { referralRoutes } from './routes.ts'

interface NewUser {
  code?: string | null
  deviceId?: string | null
  address?: string
  at?: Date
}

/** The handlers and routes of this module alone. The access token of a user is the user's id. */
export interface ReferralsTestbed {
  test: TestDatabase
  db: Db
  write: Write
  register(newUser?: NewUser): Promise<UserId>
  codeOf(userId: UserId): Promise<string>
  completeLesson(userId: UserId, at?: Date): Promise<DomainEvent[]>
  completeCourse(userId: UserId, at?: Date): Promise<DomainEvent[]>
  answer(userId: UserId, at: Date, isCorrect?: boolean): Promise<DomainEvent[]>
  verifyEmail(userId: UserId, at?: Date): Promise<void>
  deleteAccount(userId: UserId): Promise<void>
  balanceOf(userId: UserId): Promise<{ gems: number; xp: number }>
  inviterOf(userId: UserId): Promise<UserId | null>
  reasonsOf(userId: UserId): Promise<string[]>
  call(route: string, userId: UserId | undefined, body?: unknown): Promise<ApiResponse>
  stop(): Promise<void>
}

export async function createReferralsTestbed(
  settings: Record<string, string> = {},
): Promise<ReferralsTestbed> {
  const test = await createTestDatabase()
  const database = test.another({ poolSize: 24 })
  const db = database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', ...settings })
  const rules = config.referrals
  const write = createWrite(
    database,
    reactionTable([
      on(userRegistered, { inTransaction: [createMember(rules)] }),
      on(lessonCompleted, { inTransaction: [recordLessonActivity()] }),
      on(courseCompleted, { inTransaction: [qualifyReferral(rules)] }),
      on(questionAnswered, { inTransaction: [recordLearningDay(rules)] }),
      on(emailVerified, { inTransaction: [qualifyVerifiedUser(rules)] }),
      on(accountDeleted, { inTransaction: [erasePersonalData] }),
    ]),
    () => {},
  )
  const platform = { config, db, pipelinedDb: db, replicaDb: db, write } as unknown as Platform
  const server = serveModule({
    config,
    autocommitDb: database.autocommit,
    write,
    endpoints: referralRoutes({ platform, listPublicProfiles }),
  })
  const emit = async (event: DomainEvent) => (await write.withEvents(async (tx) => tx.emit(event))).events
  const completion = (userId: UserId, at: Date) => ({ userId, at: at.toISOString() })
  let addresses = 0

  return {
    test,
    db,
    write,
    register: ({ code = null, deviceId = null, address, at = new Date() } = {}) =>
      write(async (tx) => {
        const userId = await insertUser(tx, { createdAt: at })
        const clientAddress = address ?? `10.0.${addresses >> 8}.${addresses++ & 255}`
        tx.emit(
          userRegistered({
            userId,
            referralCode: code,
            deviceId,
            address: clientAddress,
            at: at.toISOString(),
          }),
        )
        return userId
      }),
    codeOf: (userId) => write((tx) => getReferralCode(tx, { userId, now: new Date() })),
    completeLesson: (userId, at = new Date()) => emit(lessonCompleted(completion(userId, at) as never)),
    completeCourse: (userId, at = new Date()) => emit(courseCompleted(completion(userId, at) as never)),
    answer: (userId, at, isCorrect = true) =>
      emit(questionAnswered({ ...completion(userId, at), isCorrect } as never)),
    verifyEmail: (userId, at = new Date()) => write((tx) => updateEmailVerified(tx, userId, at)),
    deleteAccount: async (userId) => {
      await db`update user_account set deleted_at = now() where id = ${userId}`
      await emit(accountDeleted({ userId, avatarKey: null, at: new Date().toISOString() }))
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
        select reason from referral_rejection where user_id = ${userId} order by reason`
      return rows.map(({ reason }) => reason)
    },
    call: server.call,
    stop: async () => {
      await server.stop()
      await test.drop()
    },
  }
}

/** Replaces the function of the profiles module. */
async function listPublicProfiles(db: Db, userIds: UserId[]): Promise<Map<UserId, PublicProfile>> {
  const rows = await db<{ id: UserId; username: string }>`
    select id, username from user_account where id = any(${userIds}::uuid[]) and deleted_at is null`
  return new Map(
    rows.map(({ id, username }) => [
      id,
      { username, avatarUrl: '', totalGems: 0, currentStreak: 0, isProfilePublic: false },
    ]),
  )
}
