import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { plansOf, wholePlan } from '../../../test/harness/plans.ts'
import { insertUser } from '../../../test/harness/users.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Push, PushMessage, PushOutcome } from '../../platform/push/push.ts'
import { reactionTable } from '../../platform/reactions.ts'
import type { OutFrame } from '../../platform/sockets/connection.ts'
import type { Tx } from '../../platform/tx.ts'
import { createWrite, type Write } from '../../platform/write.ts'
import { type DeliveryParts, deliverDue } from './delivery/deliver.ts'
import type { Notice, NotificationId } from './notification.ts'
import { notify } from './notify.ts'

interface DeliveryRow {
  state: string
  channel: string
  attempts: number
  unanswered: number
  nextAt: Date
  fault: string | null
}

/** The module over a database of its own, with a clock that stands where a test puts it. */
export interface NotificationBed {
  test: TestDatabase
  db: Db
  write: Write
  now: Date
  frames: { userId: UserId; frame: OutFrame }[]
  /** What was pushed, when no carrier was given. */
  pushed: { address: string; message: PushMessage }[]
  /** What becomes of the next pushes. */
  outcome: PushOutcome
  addUser(details?: { language?: string; timeZone?: string; isVerified?: boolean }): Promise<UserId>
  addDevice(userId: UserId, token?: string, kind?: 'FCM' | 'WEB_PUSH'): Promise<string>
  tell(notice: Partial<Notice> & { userId: UserId }): Promise<NotificationId[]>
  deliver(push?: Push): Promise<void>
  deliveries(userId: UserId): Promise<DeliveryRow[]>
  mailTo(userId: UserId): Promise<string[]>
  /** Runs the statements of a query under EXPLAIN: how they go, and how many pages of the database they touch. */
  explain(query: (db: Tx) => Promise<unknown>): Promise<{ plan: string; pages: number }>
}

export async function openNotificationBed(now = new Date('2026-11-02T12:00:00Z')): Promise<NotificationBed> {
  const test = await createTestDatabase()
  const db = test.database.query
  const write = createWrite(test.database, reactionTable([]), () => {})
  const bed: NotificationBed = {
    test,
    db,
    write,
    now,
    frames: [],
    pushed: [],
    outcome: { kind: 'sent' },
    addUser: ({ isVerified = true, ...details } = {}) =>
      insertUser(db, { ...details, emailVerifiedAt: isVerified ? bed.now : null, createdAt: bed.now }),
    addDevice: async (userId, token = `phone-${newId()}`, kind = 'FCM') => {
      const id = newId<'Device'>()
      await db`
        insert into device_token (id, user_id, platform, kind, digest, token, created_at, last_seen_at)
        values (${id}, ${userId}, 'WEB', ${kind}, sha256(${token}::bytea), ${token}, ${bed.now}, ${bed.now})`
      return id
    },
    tell: ({ userId, ...changes }) =>
      write((tx) =>
        notify(tx, notifyParts, [{ ...USUAL_NOTICE, cause: newId(), userId, ...changes }], bed.now),
      ),
    deliver: (push = pushes) => deliverDue({ ...notifyParts, db, write, push, now: () => bed.now }),
    deliveries: async (userId) => [
      ...(await db<DeliveryRow>`
      select delivery.state, delivery.channel, delivery.attempts, delivery.unanswered, delivery.next_at as "nextAt",
        delivery.fault
      from notification_delivery as delivery join notification on notification.id = delivery.notification_id
      where user_id = ${userId} order by notification.id, channel desc, delivery.id`),
    ],
    mailTo: async (userId) => {
      const rows = await db<{ subject: string }>`
        select subject from outgoing_mail where recipient = ${`${userId}@example.com`} order by id`
      return rows.map(({ subject }) => subject)
    },
    explain: async (query) => wholePlan(await plansOf(test.database, (db) => query(db as Tx))),
  }
  const notifyParts: Pick<DeliveryParts, 'linkBase'> & Parameters<typeof notify>[1] = {
    linkBase: 'lyceum://',
    sockets: { toUser: (userId, frame) => void bed.frames.push({ userId, frame }) },
  }
  const take = async (address: string, message: PushMessage) => {
    bed.pushed.push({ address, message })
    return bed.outcome
  }
  const pushes: Push = { fcm: take, webPush: take }
  return bed
}

export const USUAL_NOTICE = {
  type: 'STREAK_MILESTONE',
  template: 'STREAK_MILESTONE',
  values: { days: 7, gems: 15 },
  link: 'streak',
} as const satisfies Partial<Notice>
