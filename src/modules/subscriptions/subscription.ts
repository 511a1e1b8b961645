import { HOUR_MS } from '../../platform/clock.ts'

/** The purchase that is none: one grant a user, and the next one puts another end in its place. */
export const GRANT_PURCHASE_ID = 'grant'

/** What a store said of one purchase at one moment. What it left out is null. */
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

/** What follows from all that was said of a purchase. */
export interface Subscription {
  productId: string | null
  store: string | null
  periodType: string | null
  entitlementIds: string[]
  purchasedAtMs: number | null
  /** Null: never. */
  expiresAtMs: number | null
  graceEndsAtMs: number | null
  willRenew: boolean
  billingIssueAtMs: number | null
  pausesAtEnd: boolean
  autoResumeAtMs: number | null
  cancelReason: string | null
  expirationReason: string | null
}

/** A grant that a store could not confirm lasts no longer, whatever it leaves out. */
const MAX_TEMPORARY_GRANT_MS = 24 * HOUR_MS

/** Events that a store sends at one moment, in the order in which they make sense. */
const SAME_TIME_ORDER = ['BILLING_ISSUE', 'CANCELLATION', 'SUBSCRIPTION_PAUSED', 'EXPIRATION']

/** By the time of what happened, not of its coming. */
function compareEvents(one: PurchaseEvent, other: PurchaseEvent): number {
  return (
    one.atMs - other.atMs ||
    // Of two at one moment the one that knows of the later period is the later.
    (one.expiresAtMs ?? 0) - (other.expiresAtMs ?? 0) ||
    SAME_TIME_ORDER.indexOf(one.type) - SAME_TIME_ORDER.indexOf(other.type) ||
    (one.id < other.id ? -1 : 1)
  )
}

/** All that was said of a purchase, whatever order it came in. Undefined when nothing of it was about access. */
export function deriveSubscription(events: readonly PurchaseEvent[]): Subscription | undefined {
  const ordered = events.toSorted(compareEvents)
  const reversal = ordered.findLastIndex(({ type }) => type === 'REFUND_REVERSED')
  return (
    ordered
      // A refund that was taken back never was.
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

/** A purchase of which nothing is known yet has ended already: only what says otherwise opens anything. */
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

/** Paid for until then, and whatever was wrong before is not any more. */
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

/** What was paid for stays until its end; what was paid back ends when the store says, or at once. */
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

/** When access ends; null for never. */
export function accessEndsAtMs({ expiresAtMs, graceEndsAtMs }: Subscription): number | null {
  return expiresAtMs === null ? null : Math.max(expiresAtMs, graceEndsAtMs ?? 0)
}

export type SubscriptionStatus = 'ACTIVE' | 'CANCELLED' | 'GRACE_PERIOD' | 'EXPIRED'

/** `CANCELLED` is open still and will not be renewed. */
export function statusOf(subscription: Subscription, now: Date): SubscriptionStatus {
  const { expiresAtMs, willRenew, cancelReason } = subscription
  const endsAtMs = accessEndsAtMs(subscription)
  const nowMs = now.getTime()
  if (endsAtMs !== null && endsAtMs <= nowMs) return 'EXPIRED'
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return 'GRACE_PERIOD'
  return willRenew || cancelReason === null ? 'ACTIVE' : 'CANCELLED'
}

/** Something sold once, without an end and without an entitlement, is a thing and no subscription. */
export function hasPremiumEntitlement({ entitlementIds, expiresAtMs }: Subscription): boolean {
  return entitlementIds.length > 0 || expiresAtMs !== null
}

export function grantsPremium(subscription: Subscription, now: Date): boolean {
  return hasPremiumEntitlement(subscription) && statusOf(subscription, now) !== 'EXPIRED'
}
