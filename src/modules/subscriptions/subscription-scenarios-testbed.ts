import { DAY_MS } from '../../platform/clock.ts'

/** Day 0 of every scenario. */
export const START_MS = Date.UTC(2026, 0, 1)

export function dayMs(day: number): number {
  return START_MS + day * DAY_MS
}

/** An event of RevenueCat, with times as days. */
export interface StoreEvent {
  day: number
  type: string
  /** Undefined omits the field; null sends null. */
  until?: number | null
  grace?: number
  reason?: string
  entitlements?: string[] | null
  resumes?: number
}

interface SubscriptionScenario {
  name: string
  events: StoreEvent[]
  /** The periods with premium, as first day and end day. */
  premiumDays: [number, number][]
}

const FOREVER = 10_000
const bought: StoreEvent = { day: 0, type: 'INITIAL_PURCHASE', until: 30 }

/** Event sequences of one purchase with the resulting premium periods. */
export const SUBSCRIPTION_SCENARIOS: SubscriptionScenario[] = [
  { name: 'bought without any later event', events: [bought], premiumDays: [[0, 30]] },
  {
    name: 'bought and expired',
    events: [bought, { day: 30, type: 'EXPIRATION', until: 30, reason: 'UNSUBSCRIBE' }],
    premiumDays: [[0, 30]],
  },
  {
    name: 'renewed twice',
    events: [bought, { day: 30, type: 'RENEWAL', until: 60 }, { day: 60, type: 'RENEWAL', until: 90 }],
    premiumDays: [[0, 90]],
  },
  {
    name: 'a trial of a week, then renewed',
    events: [
      { day: 0, type: 'INITIAL_PURCHASE', until: 7 },
      { day: 7, type: 'RENEWAL', until: 37 },
    ],
    premiumDays: [[0, 37]],
  },
  {
    name: 'cancelled, premium until its end',
    events: [
      bought,
      { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' },
      { day: 30, type: 'EXPIRATION', until: 30 },
    ],
    premiumDays: [[0, 30]],
  },
  {
    name: 'cancelled and uncancelled',
    events: [
      bought,
      { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' },
      { day: 20, type: 'UNCANCELLATION', until: 30 },
      { day: 30, type: 'RENEWAL', until: 60 },
    ],
    premiumDays: [[0, 60]],
  },
  {
    name: 'a failed payment that succeeds in the grace period',
    events: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 40, type: 'RENEWAL', until: 70 },
    ],
    premiumDays: [[0, 70]],
  },
  {
    name: 'a failed payment whose grace period ends',
    events: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 30, type: 'CANCELLATION', until: 30, reason: 'BILLING_ERROR' },
      { day: 46, type: 'EXPIRATION', until: 46, reason: 'BILLING_ERROR' },
    ],
    premiumDays: [[0, 46]],
  },
  {
    name: 'a failed payment whose grace period ends without an event',
    events: [bought, { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }],
    premiumDays: [[0, 46]],
  },
  {
    name: 'a failed payment without a grace period',
    events: [bought, { day: 30, type: 'BILLING_ISSUE', until: 30 }],
    premiumDays: [[0, 30]],
  },
  {
    name: 'expired during its grace period',
    events: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 40, type: 'EXPIRATION', until: 30 },
    ],
    premiumDays: [[0, 40]],
  },
  {
    name: 'failed, cancelled and expired with one timestamp',
    events: [
      bought,
      { day: 30, type: 'EXPIRATION', until: 30 },
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 30, type: 'CANCELLATION', until: 30, reason: 'BILLING_ERROR' },
    ],
    premiumDays: [[0, 30]],
  },
  {
    name: 'expired and renewed with one timestamp',
    events: [bought, { day: 30, type: 'EXPIRATION', until: 30 }, { day: 30, type: 'RENEWAL', until: 60 }],
    premiumDays: [[0, 60]],
  },
  {
    name: 'paused and resumed',
    events: [
      bought,
      { day: 10, type: 'SUBSCRIPTION_PAUSED', until: 30, resumes: 60 },
      { day: 30, type: 'EXPIRATION', until: 30, reason: 'SUBSCRIPTION_PAUSED' },
      { day: 60, type: 'RENEWAL', until: 90 },
    ],
    premiumDays: [
      [0, 30],
      [60, 90],
    ],
  },
  {
    name: 'refunded',
    events: [bought, { day: 5, type: 'CANCELLATION', until: 5, reason: 'CUSTOMER_SUPPORT' }],
    premiumDays: [[0, 5]],
  },
  {
    name: 'refunded without an end',
    events: [bought, { day: 5, type: 'CANCELLATION', reason: 'CUSTOMER_SUPPORT' }],
    premiumDays: [[0, 5]],
  },
  {
    name: 'refunded, and the refund reversed',
    events: [
      bought,
      { day: 5, type: 'CANCELLATION', until: 5, reason: 'CUSTOMER_SUPPORT' },
      { day: 8, type: 'REFUND_REVERSED', until: 30 },
    ],
    premiumDays: [
      [0, 5],
      [8, 30],
    ],
  },
  {
    name: 'extended by a week',
    events: [bought, { day: 20, type: 'SUBSCRIPTION_EXTENDED', until: 37 }],
    premiumDays: [[0, 37]],
  },
  {
    name: 'changed to another product from the renewal on',
    events: [bought, { day: 10, type: 'PRODUCT_CHANGE', until: 99 }, { day: 30, type: 'RENEWAL', until: 95 }],
    premiumDays: [[0, 95]],
  },
  {
    name: 'bought without end',
    events: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: null }],
    premiumDays: [[0, FOREVER]],
  },
  {
    name: 'bought without end, refunded, and the refund reversed',
    events: [
      { day: 0, type: 'NON_RENEWING_PURCHASE', until: null },
      { day: 5, type: 'CANCELLATION', until: null, reason: 'CUSTOMER_SUPPORT' },
      { day: 8, type: 'REFUND_REVERSED', until: null },
    ],
    premiumDays: [
      [0, 5],
      [8, FOREVER],
    ],
  },
  {
    name: 'bought once for 90 days',
    events: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: 90 }],
    premiumDays: [[0, 90]],
  },
  {
    name: 'bought once without an entitlement',
    events: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: null, entitlements: null }],
    premiumDays: [],
  },
  {
    name: 'granted while the store is unavailable',
    events: [{ day: 0, type: 'TEMPORARY_ENTITLEMENT_GRANT' }],
    premiumDays: [[0, 1]],
  },
  {
    name: 'granted for half a day, then bought',
    events: [
      { day: 0, type: 'TEMPORARY_ENTITLEMENT_GRANT', until: 0.5 },
      { day: 2, type: 'INITIAL_PURCHASE', until: 32 },
    ],
    premiumDays: [
      [0, 0.5],
      [2, 32],
    ],
  },
  {
    name: 'first reported when it was cancelled',
    events: [{ day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' }],
    premiumDays: [[10, 30]],
  },
  {
    name: 'first reported when a payment failed',
    events: [{ day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }],
    premiumDays: [[30, 46]],
  },
  { name: 'only changed', events: [{ day: 10, type: 'PRODUCT_CHANGE', until: 30 }], premiumDays: [] },
  { name: 'only expired', events: [{ day: 10, type: 'EXPIRATION', until: 30 }], premiumDays: [] },
  { name: 'cancelled without an end', events: [{ day: 10, type: 'CANCELLATION' }], premiumDays: [] },
]

const time = (day: number | null | undefined) => (typeof day === 'number' ? dayMs(day) : day)

export interface RevenueCatBody {
  api_version: string
  event: { id: string; event_timestamp_ms: number } & Record<string, unknown>
}

/** The body of a webhook request from RevenueCat. */
export function revenueCatBody(event: StoreEvent, more: Record<string, unknown> = {}): RevenueCatBody {
  return {
    api_version: '1.0',
    event: {
      id: crypto.randomUUID(),
      type: event.type,
      event_timestamp_ms: dayMs(event.day),
      product_id: 'premium_monthly',
      original_transaction_id: '1000000000000001',
      store: 'APP_STORE',
      environment: 'PRODUCTION',
      period_type: 'NORMAL',
      entitlement_ids: event.entitlements === undefined ? ['premium'] : event.entitlements,
      purchased_at_ms: dayMs(0),
      expiration_at_ms: time(event.until),
      grace_period_expiration_at_ms: time(event.grace),
      auto_resume_at_ms: time(event.resumes),
      ...(event.type === 'EXPIRATION'
        ? { expiration_reason: event.reason }
        : { cancel_reason: event.reason }),
      // Fields that this service does not read.
      subscriber_attributes: { $email: { value: 'ada@example.com' } },
      takehome_percentage: 0.7,
      ...more,
    },
  }
}

/** Times to check: just before and after each event, and days in between. */
export function sampleTimes({ events, premiumDays }: SubscriptionScenario): Date[] {
  const days = [
    -1,
    1,
    12,
    25,
    33,
    44,
    55,
    65,
    100,
    ...events.map(({ day }) => day),
    ...premiumDays.flat().filter((day) => day !== FOREVER),
  ]
  return [...new Set(days)].flatMap((day) => [-1, 0, 1].map((offset) => new Date(dayMs(day) + offset)))
}

export function isPremiumAt({ premiumDays }: SubscriptionScenario, moment: Date): boolean {
  return premiumDays.some(([from, to]) => dayMs(from) <= moment.getTime() && moment.getTime() < dayMs(to))
}
