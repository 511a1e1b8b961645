import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { fullPlan, queryPlansOf } from '../../../test/harness/query-plans.ts'
import { insertUser } from '../../../test/harness/users.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Push, PushMessage, PushOutcome } from '../../platform/push/push.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import { type DeliveryDeps, deliverDue } from './delivery/deliver-due.ts'
import type { Notice, NotificationId } from './notification.ts'
import { notify } from './public/notify.ts'

interface DeliveryRow {
  state: string
  channel: string
  attempts: number
  unconfirmedAttempts: number
  nextAttemptAt: Date
  error: string | null
}

/** The module with its own database and a clock that the test sets. */
export interface NotificationFixture {
  test: TestDatabase
  db: Db
  write: Write
  now: Date
  frames: { userId: UserId; frame: OutFrame }[]
  /** Messages that the default push sender recorded. */
  pushed: { address: string; message: PushMessage }[]
  /** The outcome of the next pushes. */
  outcome: PushOutcome
  addUser(details?: { language?: string; timeZone?: string; isVerified?: boolean }): Promise<UserId>
  addDevice(userId: UserId, token?: string, kind?: 'FCM' | 'WEB_PUSH'): Promise<string>
  notify(notice: Partial<Notice> & { userId: UserId }): Promise<NotificationId[]>
  deliver(push?: Push): Promise<void>
  deliveries(userId: UserId): Promise<DeliveryRow[]>
  mailTo(userId: UserId): Promise<string[]>
  /** Runs the statements of a query with EXPLAIN and returns the plan and the number of pages read. */
  explain(query: (db: Tx) => Promise<unknown>): Promise<{ plan: string; pages: number }>
}

export async function createNotificationFixture(
  now = new Date('2026-11-02T12:00:00Z'),
): Promise<NotificationFixture> {
  const test = await createTestDatabase()
  const db = test.database.query
  const write = createWrite(test.database, reactionTable([]), () => {})
  const fixture: NotificationFixture = {
    test,
    db,
    write,
    now,
    frames: [],
    pushed: [],
    outcome: { kind: 'sent' },
    addUser: ({ isVerified = true, ...details } = {}) =>
      insertUser(db, {
        ...details,
        emailVerifiedAt: isVerified ? fixture.now : null,
        createdAt: fixture.now,
      }),
    addDevice: async (userId, token = `phone-${newId()}`, kind = 'FCM') => {
      const id = newId<'Device'>()
      await db`
        insert into device_token (id, user_id, platform, kind, digest, token, created_at, last_seen_at)
        values (${id}, ${userId}, 'WEB', ${kind}, sha256(${token}::bytea), ${token}, ${fixture.now}, ${fixture.now})`
      return id
    },
    notify: ({ userId, ...changes }) =>
      write((tx) =>
        notify(tx, notifyDeps, [{ ...DEFAULT_NOTICE, dedupKey: newId(), userId, ...changes }], fixture.now),
      ),
    deliver: (push = pushes) => deliverDue({ ...notifyDeps, db, write, push, now: () => fixture.now }),
    deliveries: async (userId) => [
      ...(await db<DeliveryRow>`
      select delivery.state, delivery.channel, delivery.attempts, delivery.unconfirmed_attempts as "unconfirmedAttempts",
        delivery.next_attempt_at as "nextAttemptAt", delivery.last_error as error
      from notification_delivery as delivery join notification on notification.id = delivery.notification_id
      where user_id = ${userId} order by notification.id, channel desc, delivery.id`),
    ],
    mailTo: async (userId) => {
      const rows = await db<{ subject: string }>`
        select subject from outgoing_mail where recipient = ${`${userId}@example.com`} order by id`
      return rows.map(({ subject }) => subject)
    },
    explain: async (query) => fullPlan(await queryPlansOf(test.database, (db) => query(db as Tx))),
  }
  const notifyDeps: Pick<DeliveryDeps, 'linkBase' | 'publicUrl'> & Parameters<typeof notify>[1] = {
    linkBase: 'lyceum://',
    publicUrl: 'https://lyceum.example',
    connections: { sendToUser: (userId, frame) => void fixture.frames.push({ userId, frame }) },
  }
  const recordPush = async (address: string, message: PushMessage) => {
    fixture.pushed.push({ address, message })
    return fixture.outcome
  }
  const pushes: Push = { fcm: recordPush, webPush: recordPush }
  return fixture
}

export const DEFAULT_NOTICE = {
  type: 'STREAK_MILESTONE',
  template: 'STREAK_MILESTONE',
  values: { days: 7, gems: 15 },
  link: 'streak',
} as const satisfies Partial<Notice>
