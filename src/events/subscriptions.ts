import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** `CANCELLED` still grants premium, but will not be renewed. */
export type SubscriptionStatus = 'ACTIVE' | 'CANCELLED' | 'GRACE_PERIOD' | 'EXPIRED'

/** Emitted when a user's subscription is bought, renewed, cancelled, expired or transferred, or a payment fails. */
export const subscriptionChanged = defineEvent<{
  userId: UserId
  /** The type of the purchase event that caused the change. */
  cause: string
  /** Whether the user has premium now, through this or any other subscription. */
  isPremium: boolean
  /** `MOVED` if the subscription was transferred to another user. */
  status: SubscriptionStatus | 'MOVED'
  productId: string | null
  expiresAt: string | null
  willRenew: boolean
  at: string
}>('subscriptions.subscription_changed')
