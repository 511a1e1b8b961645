import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { GRANT_PURCHASE_ID, type PurchaseEvent, type Subscription } from './subscription.ts'

/** One event of a subscriber at a time, or two would each see only their own. */
export async function lockSubscribers(tx: Tx, subscribers: string[]): Promise<void> {
  for (const subscriber of [...new Set(subscribers)].sort()) {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`subscriber:${subscriber}`}, 0))`
  }
}

/** Undefined when the event is known. */
export async function insertPurchaseEvent(
  tx: Tx,
  { subscriber, purchase, event }: { subscriber: string; purchase: string; event: PurchaseEvent },
): Promise<true | undefined> {
  const { id, type, atMs, ...details } = event
  const [row] = await tx`
    insert into subscription_event (id, subscriber, purchase, type, at_ms, details)
    values (${id}, ${subscriber}, ${purchase}, ${type}, ${atMs}, ${details}::jsonb)
    on conflict (id) do nothing returning id`
  return row && true
}

type Details = Omit<PurchaseEvent, 'id' | 'type' | 'atMs'>

export async function listPurchaseEvents(
  db: Db,
  subscriber: string,
  purchase: string,
): Promise<PurchaseEvent[]> {
  const rows = await db<{ id: string; type: string; atMs: bigint; details: Details }>`
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

/** Undefined when it is known. */
export async function insertTransfer(tx: Tx, { id, atMs, from, to }: Transfer): Promise<true | undefined> {
  const [row] = await tx`
    insert into subscription_transfer (id, at_ms, from_subscribers, to_subscriber)
    values (${id}, ${atMs}, array(select jsonb_array_elements_text(${from}::jsonb)), ${to})
    on conflict (id) do nothing returning id`
  return row && true
}

/** The first transfer that took the subscriber's purchases away, from that moment on. */
export async function findTransferFrom(
  db: Db,
  subscriber: string,
  fromMs: number,
): Promise<{ atMs: bigint; to: string } | undefined> {
  const [row] = await db<{ atMs: bigint; to: string }>`
    select at_ms as "atMs", to_subscriber as to from subscription_transfer
    where from_subscribers @> array[${subscriber}::text] and at_ms >= ${fromMs}
    order by at_ms, id limit 1`
  return row
}

/**
 * Gives what was said of a subscriber's purchases until then to another; tells which purchases those are. A store moves
 * what was bought in it, and not what we have granted.
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

type SubscriptionRow = Omit<
  Subscription,
  'purchasedAtMs' | 'expiresAtMs' | 'graceEndsAtMs' | 'billingIssueAtMs' | 'autoResumeAtMs'
> & {
  purchasedAt: Date | null
  expiresAt: Date | null
  graceEndsAt: Date | null
  billingIssueAt: Date | null
  autoResumeAt: Date | null
}

export async function listSubscriptions(db: Db, subscriber: string): Promise<Subscription[]> {
  const rows = await db<SubscriptionRow>`
    select product_id as "productId", store, period_type as "periodType", entitlement_ids as "entitlementIds",
      purchased_at as "purchasedAt", expires_at as "expiresAt", grace_ends_at as "graceEndsAt",
      will_renew as "willRenew", billing_issue_at as "billingIssueAt", pauses_at_end as "pausesAtEnd",
      auto_resume_at as "autoResumeAt", cancel_reason as "cancelReason", expiration_reason as "expirationReason"
    from subscription where subscriber = ${subscriber} order by purchased_at desc nulls last, purchase`
  return rows.map(({ purchasedAt, expiresAt, graceEndsAt, billingIssueAt, autoResumeAt, ...rest }) => ({
    ...rest,
    purchasedAtMs: purchasedAt?.getTime() ?? null,
    expiresAtMs: expiresAt?.getTime() ?? null,
    graceEndsAtMs: graceEndsAt?.getTime() ?? null,
    billingIssueAtMs: billingIssueAt?.getTime() ?? null,
    autoResumeAtMs: autoResumeAt?.getTime() ?? null,
  }))
}

/** Null: it never ends. Undefined: there is no such purchase. */
export async function findExpiry(
  db: Db,
  subscriber: string,
  purchase: string,
): Promise<Date | null | undefined> {
  const [row] = await db<{ expiresAt: Date | null }>`
    select expires_at as "expiresAt" from subscription where subscriber = ${subscriber} and purchase = ${purchase}`
  return row?.expiresAt
}

/** False when the row says the same already. */
export async function replaceSubscription(
  tx: Tx,
  { subscriber, purchase, state }: { subscriber: string; purchase: string; state: Subscription },
): Promise<boolean> {
  const toDate = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds))
  const rows = await tx`
    insert into subscription as known (subscriber, purchase, product_id, store, period_type, entitlement_ids, purchased_at,
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
    where row(known.*) is distinct from row(excluded.*)
    returning 1`
  return rows.length > 0
}

export async function deleteSubscription(tx: Tx, subscriber: string, purchase: string): Promise<void> {
  await tx`delete from subscription where subscriber = ${subscriber} and purchase = ${purchase}`
}

/** The same rule as `grantsPremium`, in one look at an index. */
export async function findPremium(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const [row] = await db<{ isOpen: boolean }>`
    select exists (
      select from subscription
      where subscriber = ${userId} and (cardinality(entitlement_ids) > 0 or expires_at is not null)
        and (expires_at is null or greatest(expires_at, grace_ends_at) > ${now})
    ) as "isOpen"`
  return row!.isOpen
}

export async function listEventsForExport(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  const rows = await db<{ type: string; atMs: bigint; details: Details }>`
    select type, at_ms as "atMs", details from subscription_event where subscriber = ${userId} order by at_ms, id`
  return rows.map(({ type, atMs, details }) => ({ type, at: new Date(Number(atMs)), ...details }))
}

export async function deleteSubscriberData(tx: Tx, userId: UserId): Promise<void> {
  await Promise.all([
    tx`delete from subscription where subscriber = ${userId}`,
    tx`delete from subscription_event where subscriber = ${userId}`,
  ])
}
