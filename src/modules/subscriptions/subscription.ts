import type { SubscriptionStatus } from '../../events/subscriptions.ts'
import { HOUR_MS } from '../../platform/clock.ts'

/** The purchase id of grants. A user has one grant; a new grant replaces its end. */
export const GRANT_PURCHASE_ID = 'grant'

/** An event of one purchase. Fields that the store left out are null. */
export interface PurchaseEvent {
  id: string
  type: string
  atMs: number
  productId: string | null
  store: string | null
  periodType: string | null
  entitlementIds: string[] | null
  purchasedAtMs: number | null
  expiresAtMs: number | null
  graceEndsAtMs: number | null
  autoResumeAtMs: number | null
  reason: string | null
}

/** What an event says about its purchase. */
export type EventDetails = Omit<PurchaseEvent, 'id' | 'type' | 'atMs'>

/** The state of a purchase, derived from all its events. */
export interface Subscription extends Omit<EventDetails, 'entitlementIds' | 'reason'> {
  entitlementIds: string[]
  /** Null: never. */
  expiresAtMs: number | null
  willRenew: boolean
  billingIssueAtMs: number | null
  pausesAtEnd: boolean
  cancelReason: string | null
  expirationReason: string | null
}

/** The duration of a temporary grant without an end. */
const MAX_TEMPORARY_GRANT_MS = 24 * HOUR_MS

/** The order of events with the same timestamp. */
const SAME_TIME_ORDER = ['BILLING_ISSUE', 'CANCELLATION', 'SUBSCRIPTION_PAUSED', 'EXPIRATION']

/** Compares by the time of the event, not of its arrival. */
function compareEvents(one: PurchaseEvent, other: PurchaseEvent): number {
  return (
    one.atMs - other.atMs ||
    // With equal timestamps, the event with the later period comes second.
    (one.expiresAtMs ?? 0) - (other.expiresAtMs ?? 0) ||
    SAME_TIME_ORDER.indexOf(one.type) - SAME_TIME_ORDER.indexOf(other.type) ||
    (one.id < other.id ? -1 : 1)
  )
}

/** The order of the events does not matter. Returns undefined if none of them concerns access. */
export function deriveSubscription(events: readonly PurchaseEvent[]): Subscription | undefined {
  const ordered = events.toSorted(compareEvents)
  const reversal = ordered.findLastIndex(({ type }) => type === 'REFUND_REVERSED')
  return (
    ordered
      // A reversal cancels the refunds before it.
      .filter((event, index) => index >= reversal || !isRefund(event))
      .reduce<Subscription | undefined>(applyEvent, undefined)
  )
}

function isRefund({ type, reason }: PurchaseEvent): boolean {
  return reason === 'CUSTOMER_SUPPORT' && (type === 'CANCELLATION' || type === 'EXPIRATION')
}

function applyEvent(before: Subscription | undefined, event: PurchaseEvent): Subscription | undefined {
  const known = withDetailsOf(before, event)
  switch (event.type) {
    case 'INITIAL_PURCHASE':
      return renewed(known, event.expiresAtMs)
    case 'NON_RENEWING_PURCHASE':
    case 'ADMIN_GRANT':
      return { ...renewed(known, event.expiresAtMs), willRenew: false }
    case 'TEMPORARY_ENTITLEMENT_GRANT':
      return {
        ...renewed(known, event.expiresAtMs ?? event.atMs + MAX_TEMPORARY_GRANT_MS),
        willRenew: false,
      }
    case 'RENEWAL':
    case 'UNCANCELLATION':
    case 'SUBSCRIPTION_EXTENDED':
    case 'REFUND_REVERSED':
      return renewed(known, event.expiresAtMs ?? known.expiresAtMs)
    case 'CANCELLATION':
      return cancelled(known, event)
    case 'BILLING_ISSUE':
      return {
        ...known,
        expiresAtMs: event.expiresAtMs ?? known.expiresAtMs,
        billingIssueAtMs: event.atMs,
        graceEndsAtMs: event.graceEndsAtMs,
      }
    case 'SUBSCRIPTION_PAUSED':
      return {
        ...known,
        expiresAtMs: event.expiresAtMs ?? known.expiresAtMs,
        pausesAtEnd: true,
        autoResumeAtMs: event.autoResumeAtMs,
      }
    case 'EXPIRATION':
      return {
        ...known,
        expiresAtMs: Math.min(event.expiresAtMs ?? event.atMs, event.atMs),
        graceEndsAtMs: null,
        willRenew: false,
        expirationReason: event.reason,
      }
    default:
      return before
  }
}

/** Without earlier events the subscription starts as expired, so only an event with a period grants access. */
function withDetailsOf(before: Subscription | undefined, event: PurchaseEvent): Subscription {
  return {
    productId: event.productId ?? before?.productId ?? null,
    store: event.store ?? before?.store ?? null,
    periodType: event.periodType ?? before?.periodType ?? null,
    entitlementIds: event.entitlementIds ?? before?.entitlementIds ?? [],
    purchasedAtMs: event.purchasedAtMs ?? before?.purchasedAtMs ?? null,
    expiresAtMs: before ? before.expiresAtMs : event.atMs,
    graceEndsAtMs: before?.graceEndsAtMs ?? null,
    willRenew: before?.willRenew ?? false,
    billingIssueAtMs: before?.billingIssueAtMs ?? null,
    pausesAtEnd: before?.pausesAtEnd ?? false,
    autoResumeAtMs: before?.autoResumeAtMs ?? null,
    cancelReason: before?.cancelReason ?? null,
    expirationReason: before?.expirationReason ?? null,
  }
}

/** Paid until `expiresAtMs`. Clears billing issues, pauses and cancellations. */
function renewed(known: Subscription, expiresAtMs: number | null): Subscription {
  return {
    ...known,
    expiresAtMs,
    graceEndsAtMs: null,
    willRenew: expiresAtMs !== null,
    billingIssueAtMs: null,
    pausesAtEnd: false,
    autoResumeAtMs: null,
    cancelReason: null,
    expirationReason: null,
  }
}

/** A paid period stays until its end. A refunded one ends when the store says, or at the time of the event. */
function cancelled(known: Subscription, event: PurchaseEvent): Subscription {
  const isRefunded = isRefund(event)
  return {
    ...known,
    expiresAtMs: event.expiresAtMs ?? (isRefunded ? event.atMs : known.expiresAtMs),
    graceEndsAtMs: isRefunded ? null : known.graceEndsAtMs,
    willRenew: false,
    cancelReason: event.reason,
  }
}

/** Null: never. */
export function accessEndsAtMs({ expiresAtMs, graceEndsAtMs }: Subscription): number | null {
  return expiresAtMs === null ? null : Math.max(expiresAtMs, graceEndsAtMs ?? 0)
}

export function statusOf(subscription: Subscription, now: Date): SubscriptionStatus {
  const { expiresAtMs, willRenew, cancelReason } = subscription
  const endsAtMs = accessEndsAtMs(subscription)
  const nowMs = now.getTime()
  if (endsAtMs !== null && endsAtMs <= nowMs) return 'EXPIRED'
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return 'GRACE_PERIOD'
  return willRenew || cancelReason === null ? 'ACTIVE' : 'CANCELLED'
}

/** A purchase without an end and without an entitlement is not a subscription. */
export function hasPremiumEntitlement({ entitlementIds, expiresAtMs }: Subscription): boolean {
  return entitlementIds.length > 0 || expiresAtMs !== null
}

export function grantsPremium(subscription: Subscription, now: Date): boolean {
  return hasPremiumEntitlement(subscription) && statusOf(subscription, now) !== 'EXPIRED'
}
