import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { NotificationId } from '../notification.ts'
import type { DeliveryDecision, DeliveryId, DueDelivery } from './decide-delivery.ts'

export interface NewDelivery {
  notificationId: NotificationId
  userId: UserId
  push: boolean
  email: boolean
  nextAttemptAt: Date
  pushExpiresAt: Date
  mailExpiresAt: Date
}

/** Inserts a delivery per device and one for e-mail, as the channels say, and returns their number. */
export async function insertDeliveries(tx: Tx, pending: NewDelivery[]): Promise<number> {
  const rows = await tx`
    with pending as (
      select * from jsonb_to_recordset(${pending}::jsonb) as row ("notificationId" uuid, "userId" uuid, push boolean,
        email boolean, "nextAttemptAt" timestamptz, "pushExpiresAt" timestamptz, "mailExpiresAt" timestamptz)
    ), device as (
      -- Waits for a concurrent delete of a device.
      select id, user_id from device_token
      where user_id = any(array(select "userId" from pending where push)) order by id for key share
    )
    insert into notification_delivery (id, notification_id, channel, device_id, next_attempt_at, expires_at)
    select uuidv7(), "notificationId", 'PUSH', device.id, "nextAttemptAt", "pushExpiresAt"
    from pending join device on device.user_id = pending."userId" where push
    union all
    select uuidv7(), "notificationId", 'EMAIL', null, "nextAttemptAt", "mailExpiresAt" from pending where email
    returning 1`
  return rows.length
}

/** Locks due deliveries, of the given notifications or of all; skips rows that another process has locked. */
export function lockDueDeliveries(
  tx: Tx,
  { notificationIds, now, limit }: { notificationIds?: string[] | undefined; now: Date; limit: number },
): Promise<DueDelivery[]> {
  return notificationIds
    ? tx<DueDelivery>`
        select delivery.id, delivery.channel, delivery.attempts,
          delivery.unconfirmed_attempts as "unconfirmedAttempts", delivery.expires_at as "expiresAt", notification.id as "notificationId", notification.user_id as "userId", type, title, body, link, language,
          exists (select from withdrawn_notice as withdrawn where withdrawn.dedup_key = notification.dedup_key) as "isWithdrawn",
          case when device.id is not null
            then jsonb_build_object('id', device.id, 'kind', device.kind, 'token', device.token) end as device
        from notification_delivery as delivery
        join notification on notification.id = delivery.notification_id
        left join device_token as device on device.id = delivery.device_id and device.user_id = notification.user_id
        where delivery.notification_id = any(${notificationIds}::uuid[]) and state = 'PENDING' and next_attempt_at <= ${now}
        order by next_attempt_at limit ${limit} for update of delivery skip locked`
    : tx<DueDelivery>`
        select delivery.id, delivery.channel, delivery.attempts,
          delivery.unconfirmed_attempts as "unconfirmedAttempts", delivery.expires_at as "expiresAt", notification.id as "notificationId", notification.user_id as "userId", type, title, body, link, language,
          exists (select from withdrawn_notice as withdrawn where withdrawn.dedup_key = notification.dedup_key) as "isWithdrawn",
          case when device.id is not null
            then jsonb_build_object('id', device.id, 'kind', device.kind, 'token', device.token) end as device
        from notification_delivery as delivery
        join notification on notification.id = delivery.notification_id
        left join device_token as device on device.id = delivery.device_id and device.user_id = notification.user_id
        where state = 'PENDING' and next_attempt_at <= ${now}
        order by next_attempt_at limit ${limit} for update of delivery skip locked`
}

/** Stores all decisions in one statement. An attempt counts as unconfirmed until its outcome is stored. */
export async function updateDecided(
  tx: Tx,
  decisions: (DeliveryDecision & { id: DeliveryId })[],
  now: Date,
): Promise<void> {
  await tx`
    update notification_delivery as delivery set
      state = decision.state,
      attempts = delivery.attempts + decision."newAttempts",
      unconfirmed_attempts = delivery.unconfirmed_attempts + decision."newAttempts",
      next_attempt_at = decision."nextAttemptAt",
      last_error = decision.error,
      finished_at = case when decision.state = 'PENDING' then null else ${now}::timestamptz end
    from jsonb_to_recordset(${decisions}::jsonb)
      as decision (id uuid, state text, "newAttempts" integer, "nextAttemptAt" timestamptz, error text)
    where delivery.id = decision.id`
}

/** Stores the outcome of an attempt. */
export async function updateOutcome(
  tx: Tx,
  id: DeliveryId,
  { state, nextAttemptAt, error }: Pick<DeliveryDecision, 'state' | 'nextAttemptAt' | 'error'>,
  now: Date,
): Promise<void> {
  await tx`
    update notification_delivery set state = ${state}, unconfirmed_attempts = 0, next_attempt_at = ${nextAttemptAt},
      last_error = ${error}, finished_at = ${state === 'PENDING' ? null : now}
    where id = ${id} and state = 'PENDING'`
}

/** Makes deliveries due that quiet hours delay, so that they are decided again. */
export async function rescheduleDelayedDeliveries(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx`
    update notification_delivery as delivery set next_attempt_at = ${now}
    from notification
    where notification.id = delivery.notification_id and notification.user_id = ${userId}
      and delivery.state = 'PENDING' and delivery.attempts = 0 and delivery.next_attempt_at > ${now}`
}
