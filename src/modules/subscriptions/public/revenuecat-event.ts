import { z } from '../../../platform/zod.ts'
import type { PurchaseEvent } from '../subscription.ts'

const MAX_DATE_MS = 8_640_000_000_000_000
const Name = z.string().min(1).max(500)
const Milliseconds = z.int().min(0).max(MAX_DATE_MS)

/** The fields that this service reads. RevenueCat adds types and fields without notice, so unknown ones are accepted. */
export const RevenueCatSchema = z.object({
  api_version: z.string().max(20).nullish(),
  event: z.object({
    id: Name,
    type: z.string().min(1).max(100),
    event_timestamp_ms: Milliseconds,
    app_user_id: Name.nullish().openapi({ description: "The user's id." }),
    original_app_user_id: Name.nullish(),
    aliases: z.array(Name).max(1_000).nullish(),
    environment: z.string().max(50).nullish(),
    product_id: Name.nullish(),
    original_transaction_id: Name.nullish(),
    transaction_id: Name.nullish(),
    store: z.string().max(50).nullish(),
    period_type: z.string().max(50).nullish(),
    entitlement_ids: z.array(Name).max(100).nullish(),
    entitlement_id: Name.nullish(),
    purchased_at_ms: Milliseconds.nullish(),
    expiration_at_ms: Milliseconds.nullish(),
    grace_period_expiration_at_ms: Milliseconds.nullish(),
    auto_resume_at_ms: Milliseconds.nullish(),
    cancel_reason: z.string().max(100).nullish(),
    expiration_reason: z.string().max(100).nullish(),
    transferred_from: z.array(Name).max(1_000).nullish(),
    transferred_to: z.array(Name).max(1_000).nullish(),
  }),
})

export type RevenueCatEvent = z.output<typeof RevenueCatSchema>['event']

export const REVENUECAT_EXAMPLE: z.input<typeof RevenueCatSchema> = {
  api_version: '1.0',
  event: {
    id: '12345678-1234-1234-1234-123456789012',
    type: 'INITIAL_PURCHASE',
    event_timestamp_ms: 1_793_606_400_000,
    app_user_id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
    environment: 'PRODUCTION',
    product_id: 'premium_monthly',
    original_transaction_id: '1000000123456789',
    store: 'APP_STORE',
    period_type: 'NORMAL',
    entitlement_ids: ['premium'],
    purchased_at_ms: 1_793_606_400_000,
    expiration_at_ms: 1_796_198_400_000,
  },
}

/** Event types that change a purchase. */
const PURCHASE_TYPES = new Set([
  'INITIAL_PURCHASE',
  'RENEWAL',
  'CANCELLATION',
  'UNCANCELLATION',
  'NON_RENEWING_PURCHASE',
  'SUBSCRIPTION_PAUSED',
  'EXPIRATION',
  'BILLING_ISSUE',
  'PRODUCT_CHANGE',
  'SUBSCRIPTION_EXTENDED',
  'TEMPORARY_ENTITLEMENT_GRANT',
  'REFUND_REVERSED',
])

export function isPurchaseEvent({ type }: RevenueCatEvent): boolean {
  return PURCHASE_TYPES.has(type)
}

/** The id that all events of one purchase share. */
export function purchaseIdOf(event: RevenueCatEvent): string {
  return event.original_transaction_id ?? event.product_id ?? event.transaction_id ?? event.id
}

export function toPurchaseEvent(event: RevenueCatEvent): PurchaseEvent {
  return {
    id: event.id,
    type: event.type,
    atMs: event.event_timestamp_ms,
    productId: event.product_id ?? null,
    store: event.store ?? null,
    periodType: event.period_type ?? null,
    entitlementIds: event.entitlement_ids ?? (event.entitlement_id ? [event.entitlement_id] : null),
    purchasedAtMs: event.purchased_at_ms ?? null,
    expiresAtMs: event.expiration_at_ms ?? null,
    graceEndsAtMs: event.grace_period_expiration_at_ms ?? null,
    autoResumeAtMs: event.auto_resume_at_ms ?? null,
    reason: event.expiration_reason ?? event.cancel_reason ?? null,
  }
}
