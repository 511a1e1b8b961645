import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  type EventDetails,
  GRANT_PURCHASE_ID,
  type PurchaseEvent,
  type Subscription,
} from './subscription.ts'

/** Serializes the events of each subscriber. Otherwise two concurrent events would not see each other. */
export async function lockSubscribers(tx: Tx, subscribers: string[]): Promise<void> {
  for (const subscriber of [...new Set(subscribers)].sort()) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`subscriber:${subscriber}`}, 0))`
  }
}

/** Returns false for a duplicate. */
export async function insertPurchaseEvent(
  tx: Tx,
  { subscriber, purchase, event }: { subscriber: string; purchase: string; event: PurchaseEvent },
): Promise<boolean> {
  const { id, type, atMs, ...details } = event
  const rows = await tx`
    insert into subscription_event (id, subscriber, purchase, type, at_ms, details)
    values (${id}, ${subscriber}, ${purchase}, ${type}, ${atMs}, ${details}::jsonb)
    on conflict (id) do nothing returning id`
  return rows.length > 0
}

export async function listPurchaseEvents(
  db: Db,
  subscriber: string,
  purchase: string,
): Promise<PurchaseEvent[]> {
  const rows = await db<{ id: string; type: string; atMs: bigint; details: EventDetails }>`
    select id, type, at_ms as "atMs", details from subscription_event
    where subscriber = ${subscriber} and purchase = ${purchase}`
  return rows.map(({ id, type, atMs, details }) => ({ id, type, atMs: Number(atMs), ...details }))
}

export interface Transfer {
  id: string
  atMs: number
  from: string[]
  to: string
}

/** Returns false for a duplicate. */
export async function insertTransfer(tx: Tx, { id, atMs, from, to }: Transfer): Promise<boolean> {
  const rows = await tx`
    insert into subscription_transfer (id, at_ms, from_subscribers, to_subscriber)
    values (${id}, ${atMs}, array(select jsonb_array_elements_text(${from}::jsonb)), ${to})
    on conflict (id) do nothing returning id`
  return rows.length > 0
}

/** The first transfer of the subscriber's purchases to another one at or after a time. */
export async function findTransferFrom(db: Db, subscriber: string, fromMs: number) {
  const [row] = await db<{ atMs: bigint; to: string }>`
    select at_ms as "atMs", to_subscriber as to from subscription_transfer
    where from_subscribers @> array[${subscriber}::text] and at_ms >= ${fromMs}
    order by at_ms, id limit 1`
  return row
}

/**
 * Moves a subscriber's events until a time to another subscriber and returns their purchases. Grants of administrators
 * are not moved, because the store did not sell them.
 */
export async function updateEventSubscriber(
  tx: Tx,
  { from, to, untilMs }: { from: string; to: string; untilMs: number },
): Promise<string[]> {
  const rows = await tx<{ purchase: string }>`
    with moved as (
      update subscription_event set subscriber = ${to}
      where subscriber = ${from} and at_ms <= ${untilMs} and purchase <> ${GRANT_PURCHASE_ID}
      returning purchase
    )
    select distinct purchase from moved`
  return rows.map((row) => row.purchase)
}

export function listSubscriptions(db: Db, subscriber: string): Promise<Subscription[]> {
  return db<Subscription>`
    select product_id as "productId", store, period_type as "periodType", entitlement_ids as "entitlementIds",
      (extract(epoch from purchased_at) * 1000)::float8 as "purchasedAtMs",
      (extract(epoch from expires_at) * 1000)::float8 as "expiresAtMs",
      (extract(epoch from grace_ends_at) * 1000)::float8 as "graceEndsAtMs",
      (extract(epoch from billing_issue_at) * 1000)::float8 as "billingIssueAtMs",
      (extract(epoch from auto_resume_at) * 1000)::float8 as "autoResumeAtMs",
      will_renew as "willRenew", pauses_at_end as "pausesAtEnd",
      cancel_reason as "cancelReason", expiration_reason as "expirationReason"
    from subscription where subscriber = ${subscriber} order by purchased_at desc nulls last, purchase`
}

/** Returns false if the row did not change. */
export async function replaceSubscription(
  tx: Tx,
  { subscriber, purchase, state }: { subscriber: string; purchase: string; state: Subscription },
): Promise<boolean> {
  const toDate = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds))
  const rows = await tx`
    insert into subscription as existing (subscriber, purchase, product_id, store, period_type, entitlement_ids, purchased_at,
      expires_at, grace_ends_at, will_renew, billing_issue_at, pauses_at_end, auto_resume_at, cancel_reason,
      expiration_reason)
    values (${subscriber}, ${purchase}, ${state.productId}, ${state.store}, ${state.periodType},
      array(select jsonb_array_elements_text(${state.entitlementIds}::jsonb)), ${toDate(state.purchasedAtMs)},
      ${toDate(state.expiresAtMs)}, ${toDate(state.graceEndsAtMs)}, ${state.willRenew},
      ${toDate(state.billingIssueAtMs)}, ${state.pausesAtEnd}, ${toDate(state.autoResumeAtMs)}, ${state.cancelReason},
      ${state.expirationReason})
    on conflict (subscriber, purchase) do update set product_id = excluded.product_id, store = excluded.store,
      period_type = excluded.period_type, entitlement_ids = excluded.entitlement_ids,
      purchased_at = excluded.purchased_at, expires_at = excluded.expires_at, grace_ends_at = excluded.grace_ends_at,
      will_renew = excluded.will_renew, billing_issue_at = excluded.billing_issue_at,
      pauses_at_end = excluded.pauses_at_end, auto_resume_at = excluded.auto_resume_at,
      cancel_reason = excluded.cancel_reason, expiration_reason = excluded.expiration_reason
    where row(existing.*) is distinct from row(excluded.*)
    returning 1`
  return rows.length > 0
}

export async function deleteSubscription(tx: Tx, subscriber: string, purchase: string): Promise<void> {
  await tx`delete from subscription where subscriber = ${subscriber} and purchase = ${purchase}`
}

export async function deleteSubscriberData(tx: Tx, userId: UserId): Promise<void> {
  await Promise.all([
    tx`delete from subscription where subscriber = ${userId}`,
    tx`delete from subscription_event where subscriber = ${userId}`,
  ])
}
