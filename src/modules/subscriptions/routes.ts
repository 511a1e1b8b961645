import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { listSubscriptions } from './queries.ts'
import {
  accessEndsAtMs,
  grantsPremium,
  hasPremiumEntitlement,
  type Subscription,
  statusOf,
} from './subscription.ts'

const NullableTimestamp = TimestampSchema.nullable()

const SubscriptionSchema = z.object({
  status: z.enum(['ACTIVE', 'CANCELLED', 'GRACE_PERIOD', 'EXPIRED']).openapi({
    description:
      'CANCELLED grants access until it expires. GRACE_PERIOD: a payment failed, and access continues for a limited time.',
  }),
  productId: z.string().nullable(),
  store: z.string().nullable(),
  periodType: z.string().nullable(),
  willRenew: z.boolean(),
  purchasedAt: NullableTimestamp,
  expiresAt: NullableTimestamp.openapi({ description: 'Null: never.' }),
  gracePeriodEndsAt: NullableTimestamp,
  billingIssueAt: NullableTimestamp,
  pausesAtPeriodEnd: z.boolean(),
  resumesAt: NullableTimestamp,
})

const SubscriptionStateSchema = z.object({
  isPremium: z.boolean(),
  status: z.enum(['NONE', 'ACTIVE', 'CANCELLED', 'GRACE_PERIOD', 'EXPIRED']),
  expiresAt: NullableTimestamp.openapi({
    description: 'When premium ends. Null: never, or no premium.',
  }),
  willRenew: z.boolean(),
  subscriptions: z.array(SubscriptionSchema),
})

const EXAMPLE: z.input<typeof SubscriptionSchema> = {
  status: 'ACTIVE',
  productId: 'premium_monthly',
  store: 'APP_STORE',
  periodType: 'NORMAL',
  willRenew: true,
  purchasedAt: '2026-11-02T08:00:00.000Z',
  expiresAt: '2026-12-02T08:00:00.000Z',
  gracePeriodEndsAt: null,
  billingIssueAt: null,
  pausesAtPeriodEnd: false,
  resumesAt: null,
}

export function subscriptionRoutes(platform: Platform): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/user/subscription',
      tag: 'Subscriptions',
      summary: 'Read your subscription',
      description:
        'Bought in a store, or granted by an administrator. Premium lasts until the end of the period and its grace period.',
      access: 'user',
      response: {
        data: SubscriptionStateSchema,
        example: {
          isPremium: true,
          status: 'ACTIVE',
          expiresAt: EXAMPLE.expiresAt,
          willRenew: true,
          subscriptions: [EXAMPLE],
        },
      },
      handle: async ({ caller, now }) =>
        present(await listSubscriptions(platform.pipelinedDb, caller.userId), now),
    }),
  ]
}

function present(all: Subscription[], now: Date): z.output<typeof SubscriptionStateSchema> {
  const subscriptions = all.filter(hasPremiumEntitlement)
  const endOf = (subscription: Subscription) => accessEndsAtMs(subscription) ?? Number.POSITIVE_INFINITY
  // The subscription that lasts longest determines the status.
  const best = subscriptions.toSorted((one, other) => (endOf(one) < endOf(other) ? 1 : -1))[0]
  return {
    isPremium: best !== undefined && grantsPremium(best, now),
    status: best ? statusOf(best, now) : 'NONE',
    expiresAt: toIsoTime(best ? accessEndsAtMs(best) : null),
    willRenew: best?.willRenew ?? false,
    subscriptions: subscriptions.map((subscription) => ({
      status: statusOf(subscription, now),
      productId: subscription.productId,
      store: subscription.store,
      periodType: subscription.periodType,
      willRenew: subscription.willRenew,
      purchasedAt: toIsoTime(subscription.purchasedAtMs),
      expiresAt: toIsoTime(subscription.expiresAtMs),
      gracePeriodEndsAt: toIsoTime(subscription.graceEndsAtMs),
      billingIssueAt: toIsoTime(subscription.billingIssueAtMs),
      pausesAtPeriodEnd: subscription.pausesAtEnd,
      resumesAt: toIsoTime(subscription.autoResumeAtMs),
    })),
  }
}

function toIsoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
