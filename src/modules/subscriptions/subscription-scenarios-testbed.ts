import { DAY_MS } from '../../platform/clock.ts'

/** Days of a story are counted from here. */
export const START_MS = Date.UTC(2026, 0, 1)

export function dayMs(day: number): number {
  return START_MS + day * DAY_MS
}

/** What RevenueCat says on a day: the type, and the fields that matter, their times as days. */
export interface StoreEvent {
  day: number
  type: string
  /** Undefined leaves the field out; null sends null. */
  until?: number | null
  grace?: number
  reason?: string
  entitlements?: string[] | null
  resumes?: number
}

export interface SubscriptionScenario {
  name: string
  events: StoreEvent[]
  /** When premium is open: from a day to a day. */
  premiumDays: [number, number][]
}

const FOREVER = 10_000
const bought: StoreEvent = { day: 0, type: 'INITIAL_PURCHASE', until: 30 }

/** Lives of a subscription, each with the days on which it opens premium. */
export const SUBSCRIPTION_SCENARIOS: SubscriptionScenario[] = [
  { name: 'bought and never heard of again', events: [bought], premiumDays: [[0, 30]] },
  {
    name: 'bought and ended',
    events: [bought, { day: 30, type: 'EXPIRATION', until: 30, reason: 'UNSUBSCRIBE' }],
    premiumDays: [[0, 30]],
  },
  {
    name: 'renewed twice',
    events: [bought, { day: 30, type: 'RENEWAL', until: 60 }, { day: 60, type: 'RENEWAL', until: 90 }],
    premiumDays: [[0, 90]],
  },
  {
    name: 'tried for a week and kept',
    events: [
      { day: 0, type: 'INITIAL_PURCHASE', until: 7 },
      { day: 7, type: 'RENEWAL', until: 37 },
    ],
    premiumDays: [[0, 37]],
  },
  {
    name: 'cancelled, open until its end',
    events: [
      bought,
      { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' },
      { day: 30, type: 'EXPIRATION', until: 30 },
    ],
    premiumDays: [[0, 30]],
  },
  {
    name: 'cancelled, and thought better of',
    events: [
      bought,
      { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' },
      { day: 20, type: 'UNCANCELLATION', until: 30 },
      { day: 30, type: 'RENEWAL', until: 60 },
    ],
    premiumDays: [[0, 60]],
  },
  {
    name: 'a payment failed, and was made in the grace',
    events: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 40, type: 'RENEWAL', until: 70 },
    ],
    premiumDays: [[0, 70]],
  },
  {
    name: 'a payment failed, and the grace ran out',
    events: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 30, type: 'CANCELLATION', until: 30, reason: 'BILLING_ERROR' },
      { day: 46, type: 'EXPIRATION', until: 46, reason: 'BILLING_ERROR' },
    ],
    premiumDays: [[0, 46]],
  },
  {
    name: 'a payment failed, and the grace ran out unheard',
    events: [bought, { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }],
    premiumDays: [[0, 46]],
  },
  {
    name: 'a payment failed without a grace',
    events: [bought, { day: 30, type: 'BILLING_ISSUE', until: 30 }],
    premiumDays: [[0, 30]],
  },
  {
    name: 'ended in the middle of its grace',
    events: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 40, type: 'EXPIRATION', until: 30 },
    ],
    premiumDays: [[0, 40]],
  },
  {
    name: 'failed, cancelled and ended in one moment',
    events: [
      bought,
      { day: 30, type: 'EXPIRATION', until: 30 },
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 30, type: 'CANCELLATION', until: 30, reason: 'BILLING_ERROR' },
    ],
    premiumDays: [[0, 30]],
  },
  {
    name: 'ended and renewed in one moment',
    events: [bought, { day: 30, type: 'EXPIRATION', until: 30 }, { day: 30, type: 'RENEWAL', until: 60 }],
    premiumDays: [[0, 60]],
  },
  {
    name: 'paused and taken up again',
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
    name: 'paid back',
    events: [bought, { day: 5, type: 'CANCELLATION', until: 5, reason: 'CUSTOMER_SUPPORT' }],
    premiumDays: [[0, 5]],
  },
  {
    name: 'paid back, without a word of when it ends',
    events: [bought, { day: 5, type: 'CANCELLATION', reason: 'CUSTOMER_SUPPORT' }],
    premiumDays: [[0, 5]],
  },
  {
    name: 'paid back, and the refund taken back',
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
    name: 'changed to another product, which counts from the renewal',
    events: [bought, { day: 10, type: 'PRODUCT_CHANGE', until: 99 }, { day: 30, type: 'RENEWAL', until: 95 }],
    premiumDays: [[0, 95]],
  },
  {
    name: 'bought for life',
    events: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: null }],
    premiumDays: [[0, FOREVER]],
  },
  {
    name: 'bought for life, paid back, and the refund taken back',
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
    name: 'a season, bought once',
    events: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: 90 }],
    premiumDays: [[0, 90]],
  },
  {
    name: 'a thing that opens nothing',
    events: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: null, entitlements: null }],
    premiumDays: [],
  },
  {
    name: 'granted while the store is away',
    events: [{ day: 0, type: 'TEMPORARY_ENTITLEMENT_GRANT' }],
    premiumDays: [[0, 1]],
  },
  {
    name: 'granted for half a day, then bought after all',
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
    name: 'first heard of when it was cancelled',
    events: [{ day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' }],
    premiumDays: [[10, 30]],
  },
  {
    name: 'first heard of when a payment failed',
    events: [{ day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }],
    premiumDays: [[30, 46]],
  },
  { name: 'only ever changed', events: [{ day: 10, type: 'PRODUCT_CHANGE', until: 30 }], premiumDays: [] },
  { name: 'only ever ended', events: [{ day: 10, type: 'EXPIRATION', until: 30 }], premiumDays: [] },
  { name: 'cancelled without a word', events: [{ day: 10, type: 'CANCELLATION' }], premiumDays: [] },
]

const time = (day: number | null | undefined) => (typeof day === 'number' ? dayMs(day) : day)

export interface RevenueCatBody {
  api_version: string
  event: { id: string; event_timestamp_ms: number } & Record<string, unknown>
}

/** The body that RevenueCat sends. */
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
      // Of this we know nothing, and new fields come any day.
      subscriber_attributes: { $email: { value: 'ada@example.com' } },
      takehome_percentage: 0.7,
      ...more,
    },
  }
}

/** Moments to look at: a little before and after everything that happens, and days in between. */
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
