import type { Db } from '../../../platform/db/database.ts'
import { log } from '../../../platform/log.ts'
import { enqueueMail } from '../../../platform/mail/mail-queue.ts'
import { counter } from '../../../platform/metrics.ts'
import type { Push, PushOutcome } from '../../../platform/push/push.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Write } from '../../../platform/transaction/write.ts'
import { listRecipients } from '../../accounts/public/recipients.ts'
import { deleteUnregisteredDevice } from '../devices/queries.ts'
import { listPreferences } from '../preferences/queries.ts'
import { buildEmail } from './build-email.ts'
import {
  type DeliveryDecision,
  type DueDelivery,
  decideDelivery,
  stateAfterAttempt,
} from './decide-delivery.ts'
import { lockDueDeliveries, updateDecided, updateOutcome } from './queries.ts'

export interface DeliveryDeps {
  db: Db
  write: Write
  push: Push
  linkBase: string
  publicUrl: string
  now: () => Date
}

const BATCH_SIZE = 100

const deliveries = counter(
  'lyceum_notification_deliveries_total',
  'Pushes and e-mails of notifications, by channel and outcome',
  ['channel', 'outcome'],
)

type DuePush = DueDelivery & { device: NonNullable<DueDelivery['device']> }

export async function hasDueNotifications({ db }: Pick<DeliveryDeps, 'db'>, now: Date): Promise<boolean> {
  const rows = await db`
    select from notification_delivery where state = 'PENDING' and next_attempt_at <= ${now} limit 1`
  return rows.length > 0
}

/**
 * Sends due deliveries in batches, of the given notifications or of all: claims in one transaction, sends, stores the
 * results in another.
 */
export async function deliverDue(
  deps: DeliveryDeps,
  notificationIds?: string[],
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const { claimed, pushes } = await deps.write((tx) => claimDue(tx, deps, notificationIds))
    await Promise.all(pushes.map((due) => sendPush(deps, due)))
    if (claimed < BATCH_SIZE || signal?.aborted) return
  }
}

/** Decides about due deliveries. E-mails are enqueued in the same transaction, so they are sent once. */
async function claimDue(
  tx: Tx,
  deps: Pick<DeliveryDeps, 'publicUrl' | 'now'>,
  notificationIds: string[] | undefined,
): Promise<{ claimed: number; pushes: DuePush[] }> {
  const now = deps.now()
  const due = await lockDueDeliveries(tx, { notificationIds, now, limit: BATCH_SIZE })
  if (due.length === 0) return { claimed: 0, pushes: [] }
  const userIds = [...new Set(due.map(({ userId }) => userId))]
  const recipients = await listRecipients(tx, userIds)
  const preferences = await listPreferences(tx, userIds)
  const decided = due.map((delivery) => {
    const { userId } = delivery
    const quietHours = preferences.get(userId)?.quietHours ?? null
    return { delivery, decision: decideDelivery(delivery, recipients.get(userId), quietHours, now) }
  })
  await updateDecided(
    tx,
    decided.map(({ delivery: { id }, decision }) => ({ id, ...decision })),
    now,
  )
  for (const { delivery, decision } of decided) {
    if (decision.action === 'mail')
      await enqueueMail(tx, buildEmail(delivery, recipients.get(delivery.userId)!, deps.publicUrl), now)
  }
  tx.afterCommit(() => countDecided(decided))
  const pushes = decided
    .filter(({ decision }) => decision.action === 'push')
    .map(({ delivery }) => delivery as DuePush)
  return { claimed: due.length, pushes }
}

function countDecided(decided: { delivery: DueDelivery; decision: DeliveryDecision }[]): void {
  for (const { delivery, decision } of decided) {
    const channel = delivery.channel === 'EMAIL' ? 'mail' : 'push'
    if (decision.action === 'mail') deliveries.inc({ channel, outcome: 'sent' })
    else if (decision.state === 'DEAD') deliveries.inc({ channel, outcome: 'dead' })
  }
}

async function sendPush(deps: DeliveryDeps, due: DuePush): Promise<void> {
  const { push, linkBase, write } = deps
  const { id, notificationId, type, title, body, device, expiresAt } = due
  if (due.unconfirmedAttempts > 0) {
    log.warn({ deliveryId: id }, 'push: last attempt has no outcome, this one may be a duplicate')
  }
  const triedAt = deps.now()
  const link = linkBase + due.link
  const send = device.kind === 'FCM' ? push.fcm : push.webPush
  const outcome = await send(device.token, {
    title,
    body,
    data: { notificationId, type, link },
    link,
    name: notificationId,
    lifetimeSeconds: Math.max(60, Math.floor((expiresAt.getTime() - triedAt.getTime()) / 1_000)),
  }).catch((error): PushOutcome => ({ kind: 'retry', error: String(error) }))
  if (outcome.kind === 'refused')
    log.error({ deliveryId: id, error: outcome.error }, 'push: refused permanently')
  deliveries.inc({ channel: device.kind === 'FCM' ? 'fcm' : 'web_push', outcome: outcome.kind })

  const now = deps.now()
  await write(async (tx) => {
    // Locks the device before its deliveries, as everywhere, so that concurrent deletes do not deadlock.
    if (outcome.kind === 'gone') await deleteUnregisteredDevice(tx, device.id, triedAt)
    await updateOutcome(tx, id, stateAfterAttempt(outcome, due.attempts + 1, now), now)
  })
}
