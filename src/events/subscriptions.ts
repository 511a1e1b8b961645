import type { SubscriptionStatus } from '../modules/subscriptions/subscription.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Something about a user's subscription is not as it was: bought, renewed, cancelled, in trouble, ended, moved. */
export const subscriptionChanged = defineEvent<{
  userId: UserId
  /** The type of the event that caused it. */
  cause: string
  /** Whether premium is open to them now, by this or any other subscription. */
  isPremium: boolean
  /** Of the subscription that it is about; `MOVED` when it is another user's now. */
  status: SubscriptionStatus | 'MOVED'
  productId: string | null
  expiresAt: string | null
  willRenew: boolean
  at: string
}>('subscriptions.subscription_changed')
