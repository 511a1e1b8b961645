import { DAY_MS } from '../../platform/clock.ts'

/** Days of a story are counted from here. */
export const START_MS = Date.UTC(2026, 0, 1)

export function dayMs(day: number): number {
  return START_MS + day * DAY_MS
}

/** What RevenueCat says on a day: the type, and the fields that matter, their times as days. */
export interface Said {
  day: number
  type: string
  /** Undefined leaves the field out; null sends null. */
  until?: number | null
  grace?: number
  reason?: string
  entitlements?: string[] | null
  resumes?: number
}

export interface LifeStory {
  name: string
  said: Said[]
  /** When premium is open: from a day to a day. */
  open: [number, number][]
}

const EVER = 10_000
const bought: Said = { day: 0, type: 'INITIAL_PURCHASE', until: 30 }

/** Lives of a subscription, each with the days on which it opens premium. */
export const LIFE_STORIES: LifeStory[] = [
  { name: 'bought and never heard of again', said: [bought], open: [[0, 30]] },
  {
    name: 'bought and ended',
    said: [bought, { day: 30, type: 'EXPIRATION', until: 30, reason: 'UNSUBSCRIBE' }],
    open: [[0, 30]],
  },
  {
    name: 'renewed twice',
    said: [bought, { day: 30, type: 'RENEWAL', until: 60 }, { day: 60, type: 'RENEWAL', until: 90 }],
    open: [[0, 90]],
  },
  {
    name: 'tried for a week and kept',
    said: [
      { day: 0, type: 'INITIAL_PURCHASE', until: 7 },
      { day: 7, type: 'RENEWAL', until: 37 },
    ],
    open: [[0, 37]],
  },
  {
    name: 'cancelled, open until its end',
    said: [
      bought,
      { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' },
      { day: 30, type: 'EXPIRATION', until: 30 },
    ],
    open: [[0, 30]],
  },
  {
    name: 'cancelled, and thought better of',
    said: [
      bought,
      { day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' },
      { day: 20, type: 'UNCANCELLATION', until: 30 },
      { day: 30, type: 'RENEWAL', until: 60 },
    ],
    open: [[0, 60]],
  },
  {
    name: 'a payment failed, and was made in the grace',
    said: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 40, type: 'RENEWAL', until: 70 },
    ],
    open: [[0, 70]],
  },
  {
    name: 'a payment failed, and the grace ran out',
    said: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 30, type: 'CANCELLATION', until: 30, reason: 'BILLING_ERROR' },
      { day: 46, type: 'EXPIRATION', until: 46, reason: 'BILLING_ERROR' },
    ],
    open: [[0, 46]],
  },
  {
    name: 'a payment failed, and the grace ran out unheard',
    said: [bought, { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }],
    open: [[0, 46]],
  },
  {
    name: 'a payment failed without a grace',
    said: [bought, { day: 30, type: 'BILLING_ISSUE', until: 30 }],
    open: [[0, 30]],
  },
  {
    name: 'ended in the middle of its grace',
    said: [
      bought,
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 40, type: 'EXPIRATION', until: 30 },
    ],
    open: [[0, 40]],
  },
  {
    name: 'failed, cancelled and ended in one moment',
    said: [
      bought,
      { day: 30, type: 'EXPIRATION', until: 30 },
      { day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 },
      { day: 30, type: 'CANCELLATION', until: 30, reason: 'BILLING_ERROR' },
    ],
    open: [[0, 30]],
  },
  {
    name: 'ended and renewed in one moment',
    said: [bought, { day: 30, type: 'EXPIRATION', until: 30 }, { day: 30, type: 'RENEWAL', until: 60 }],
    open: [[0, 60]],
  },
  {
    name: 'paused and taken up again',
    said: [
      bought,
      { day: 10, type: 'SUBSCRIPTION_PAUSED', until: 30, resumes: 60 },
      { day: 30, type: 'EXPIRATION', until: 30, reason: 'SUBSCRIPTION_PAUSED' },
      { day: 60, type: 'RENEWAL', until: 90 },
    ],
    open: [
      [0, 30],
      [60, 90],
    ],
  },
  {
    name: 'paid back',
    said: [bought, { day: 5, type: 'CANCELLATION', until: 5, reason: 'CUSTOMER_SUPPORT' }],
    open: [[0, 5]],
  },
  {
    name: 'paid back, without a word of when it ends',
    said: [bought, { day: 5, type: 'CANCELLATION', reason: 'CUSTOMER_SUPPORT' }],
    open: [[0, 5]],
  },
  {
    name: 'paid back, and the refund taken back',
    said: [
      bought,
      { day: 5, type: 'CANCELLATION', until: 5, reason: 'CUSTOMER_SUPPORT' },
      { day: 8, type: 'REFUND_REVERSED', until: 30 },
    ],
    open: [
      [0, 5],
      [8, 30],
    ],
  },
  {
    name: 'extended by a week',
    said: [bought, { day: 20, type: 'SUBSCRIPTION_EXTENDED', until: 37 }],
    open: [[0, 37]],
  },
  {
    name: 'changed to another product, which counts from the renewal',
    said: [bought, { day: 10, type: 'PRODUCT_CHANGE', until: 99 }, { day: 30, type: 'RENEWAL', until: 95 }],
    open: [[0, 95]],
  },
  {
    name: 'bought for life',
    said: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: null }],
    open: [[0, EVER]],
  },
  {
    name: 'bought for life, paid back, and the refund taken back',
    said: [
      { day: 0, type: 'NON_RENEWING_PURCHASE', until: null },
      { day: 5, type: 'CANCELLATION', until: null, reason: 'CUSTOMER_SUPPORT' },
      { day: 8, type: 'REFUND_REVERSED', until: null },
    ],
    open: [
      [0, 5],
      [8, EVER],
    ],
  },
  {
    name: 'a season, bought once',
    said: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: 90 }],
    open: [[0, 90]],
  },
  {
    name: 'a thing that opens nothing',
    said: [{ day: 0, type: 'NON_RENEWING_PURCHASE', until: null, entitlements: null }],
    open: [],
  },
  {
    name: 'granted while the store is away',
    said: [{ day: 0, type: 'TEMPORARY_ENTITLEMENT_GRANT' }],
    open: [[0, 1]],
  },
  {
    name: 'granted for half a day, then bought after all',
    said: [
      { day: 0, type: 'TEMPORARY_ENTITLEMENT_GRANT', until: 0.5 },
      { day: 2, type: 'INITIAL_PURCHASE', until: 32 },
    ],
    open: [
      [0, 0.5],
      [2, 32],
    ],
  },
  {
    name: 'first heard of when it was cancelled',
    said: [{ day: 10, type: 'CANCELLATION', until: 30, reason: 'UNSUBSCRIBE' }],
    open: [[10, 30]],
  },
  {
    name: 'first heard of when a payment failed',
    said: [{ day: 30, type: 'BILLING_ISSUE', until: 30, grace: 46 }],
    open: [[30, 46]],
  },
  { name: 'only ever changed', said: [{ day: 10, type: 'PRODUCT_CHANGE', until: 30 }], open: [] },
  { name: 'only ever ended', said: [{ day: 10, type: 'EXPIRATION', until: 30 }], open: [] },
  { name: 'cancelled without a word', said: [{ day: 10, type: 'CANCELLATION' }], open: [] },
]

const time = (day: number | null | undefined) => (typeof day === 'number' ? dayMs(day) : day)

export interface RevenueCatBody {
  api_version: string
  event: { id: string; event_timestamp_ms: number } & Record<string, unknown>
}

/** The body that RevenueCat sends. */
export function bodyOf(said: Said, more: Record<string, unknown> = {}): RevenueCatBody {
  return {
    api_version: '1.0',
    event: {
      id: crypto.randomUUID(),
      type: said.type,
      event_timestamp_ms: dayMs(said.day),
      product_id: 'premium_monthly',
      original_transaction_id: '1000000000000001',
      store: 'APP_STORE',
      environment: 'PRODUCTION',
      period_type: 'NORMAL',
      entitlement_ids: said.entitlements === undefined ? ['premium'] : said.entitlements,
      purchased_at_ms: dayMs(0),
      expiration_at_ms: time(said.until),
      grace_period_expiration_at_ms: time(said.grace),
      auto_resume_at_ms: time(said.resumes),
      ...(said.type === 'EXPIRATION' ? { expiration_reason: said.reason } : { cancel_reason: said.reason }),
      // Of this we know nothing, and new fields come any day.
      subscriber_attributes: { $email: { value: 'ada@example.com' } },
      takehome_percentage: 0.7,
      ...more,
    },
  }
}

/** Moments to look at: a little before and after everything that happens, and days in between. */
export function momentsOf({ said, open }: LifeStory): Date[] {
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
    ...said.map(({ day }) => day),
    ...open.flat().filter((day) => day !== EVER),
  ]
  return [...new Set(days)].flatMap((day) => [-1, 0, 1].map((offset) => new Date(dayMs(day) + offset)))
}

export function isOpenAt({ open }: LifeStory, moment: Date): boolean {
  return open.some(([from, to]) => dayMs(from) <= moment.getTime() && moment.getTime() < dayMs(to))
}
