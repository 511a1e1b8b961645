import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { NotificationId } from '../notification.ts'
import type { DeliveryDecision, DeliveryId, DueDelivery } from './decide-delivery.ts'

export interface NewDelivery {
  notificationId: NotificationId
  userId: UserId
  push: boolean
  email: boolean
  nextAt: Date
  pushExpiresAt: Date
  mailExpiresAt: Date
}

/** A row for each device of the user and one for the mailbox, as wanted; how many there are. */
export async function insertDeliveries(tx: Tx, pending: NewDelivery[]): Promise<number> {
  const rows = await tx`
    with owed as (
      select * from jsonb_to_recordset(${pending}::jsonb) as row ("notificationId" uuid, "userId" uuid, push boolean,
        email boolean, "nextAt" timestamptz, "pushExpiresAt" timestamptz, "mailExpiresAt" timestamptz)
    ), device as (
      -- One that is being dropped at this moment is waited for, and is then not there.
      select id, user_id from device_token
      where user_id = any(array(select "userId" from owed where push)) order by id for key share
    )
    insert into notification_delivery (id, notification_id, channel, device_id, next_attempt_at, expires_at)
    select uuidv7(), "notificationId", 'PUSH', device.id, "nextAt", "pushExpiresAt"
    from owed join device on device.user_id = owed."userId" where push
    union all
    select uuidv7(), "notificationId", 'EMAIL', null, "nextAt", "mailExpiresAt" from owed where email
    returning 1`
  return rows.length
}

interface DueRow extends Omit<DueDelivery, 'device'> {
  deviceId: string | null
  deviceKind: 'FCM' | 'WEB_PUSH' | null
  deviceToken: string | null
}

/** What is due, of these notifications or of all; what another process has in hand is left to it. */
export async function lockDueDeliveries(
  tx: Tx,
  { notificationIds, now, limit }: { notificationIds?: string[] | undefined; now: Date; limit: number },
): Promise<DueDelivery[]> {
  const rows = notificationIds
    ? await tx<DueRow>`
        select delivery.id, delivery.channel, delivery.attempts, delivery.unanswered, delivery.expires_at as "expiresAt",
          notification.id as "notificationId", notification.user_id as "userId", type, title, body, link, language,
          device.id as "deviceId", device.kind as "deviceKind", device.token as "deviceToken"
        from notification_delivery as delivery
        join notification on notification.id = delivery.notification_id
        left join device_token as device on device.id = delivery.device_id and device.user_id = notification.user_id
        where delivery.notification_id = any(${notificationIds}::uuid[]) and state = 'PENDING' and next_attempt_at <= ${now}
        order by next_attempt_at limit ${limit} for update of delivery skip locked`
    : await tx<DueRow>`
        select delivery.id, delivery.channel, delivery.attempts, delivery.unanswered, delivery.expires_at as "expiresAt",
          notification.id as "notificationId", notification.user_id as "userId", type, title, body, link, language,
          device.id as "deviceId", device.kind as "deviceKind", device.token as "deviceToken"
        from notification_delivery as delivery
        join notification on notification.id = delivery.notification_id
        left join device_token as device on device.id = delivery.device_id and device.user_id = notification.user_id
        where state = 'PENDING' and next_attempt_at <= ${now}
        order by next_attempt_at limit ${limit} for update of delivery skip locked`
  return rows.map(({ deviceId, deviceKind, deviceToken, ...row }) => ({
    ...row,
    device: deviceId
      ? ({ id: deviceId, kind: deviceKind, token: deviceToken } as DueDelivery['device'])
      : null,
  }))
}

/** What was decided of each, in one statement. A try counts as unanswered until somebody says how it ended. */
export async function updateDecided(
  tx: Tx,
  decisions: (DeliveryDecision & { id: DeliveryId })[],
  now: Date,
): Promise<void> {
  await tx`
    update notification_delivery as delivery set
      state = step.state,
      attempts = delivery.attempts + step.tries,
      unanswered = delivery.unanswered + step.tries,
      next_attempt_at = step."nextAt",
      fault = step.fault,
      finished_at = case when step.state = 'PENDING' then null else ${now}::timestamptz end
    from jsonb_to_recordset(${decisions}::jsonb) as step (id uuid, state text, tries integer, "nextAt" timestamptz, fault text)
    where delivery.id = step.id`
}

/** How a try ended. */
export async function updateOutcome(
  tx: Tx,
  id: DeliveryId,
  { state, nextAt, fault }: Pick<DeliveryDecision, 'state' | 'nextAt' | 'fault'>,
  now: Date,
): Promise<void> {
  await tx`
    update notification_delivery set state = ${state}, unanswered = 0, next_attempt_at = ${nextAt}, fault = ${fault},
      finished_at = ${state === 'PENDING' ? null : now}
    where id = ${id} and state = 'PENDING'`
}

/** What was never tried, because it was held back, is looked at now. */
export async function rescheduleDelayedDeliveries(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx`
    update notification_delivery as delivery set next_attempt_at = ${now}
    from notification
    where notification.id = delivery.notification_id and notification.user_id = ${userId}
      and delivery.state = 'PENDING' and delivery.attempts = 0 and delivery.next_attempt_at > ${now}`
}
