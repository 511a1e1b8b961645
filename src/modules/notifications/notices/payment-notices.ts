import type { Notice } from '../notification.ts'
import type { TemplateName } from '../templates/message-template.ts'
import type { HeardFacts } from './heard-facts.ts'

/** Both are told, each of what they got; a bonus that a cap kept back is not told. */
export function referralQualified(data: HeardFacts['referrals.referral_qualified']): Notice[] {
  const { userId, invitedUserId, inviterGems, invitedGems } = data
  const bonuses: [typeof userId, TemplateName, number][] = [
    [userId, 'REFERRAL_BONUS', inviterGems],
    [invitedUserId, 'REFERRAL_WELCOME', invitedGems],
  ]
  return bonuses
    .filter(([, , gems]) => gems > 0)
    .map(([userId, template, gems]) => ({
      userId,
      type: 'REFERRAL_BONUS',
      template,
      values: { gems },
      link: 'referral',
    }))
}

export function invitedRewarded({ userId, gems }: HeardFacts['referrals.invited_rewarded']): Notice[] {
  if (gems === 0) return []
  return [
    { userId, type: 'REFERRAL_BONUS', template: 'REFERRAL_WELCOME', values: { gems }, link: 'referral' },
  ]
}

const SUBSCRIPTION_TEMPLATES = {
  ACTIVE: 'SUBSCRIPTION_ACTIVE',
  CANCELLED: 'SUBSCRIPTION_CANCELLED',
  GRACE_PERIOD: 'SUBSCRIPTION_BILLING_ISSUE',
  EXPIRED: 'SUBSCRIPTION_EXPIRED',
  MOVED: 'SUBSCRIPTION_EXPIRED',
} as const

/** The same where there is no day to name. */
const UNDATED_TEMPLATES = {
  ...SUBSCRIPTION_TEMPLATES,
  ACTIVE: 'SUBSCRIPTION_LASTING',
  CANCELLED: 'SUBSCRIPTION_EXPIRED',
} as const

/** Renewals are told too: money has moved. The same state until the same day is told once. */
export function subscriptionChanged(data: HeardFacts['subscriptions.subscription_changed']): Notice[] {
  const { userId, isPremium, status, expiresAt } = data
  const template = expiresAt ? SUBSCRIPTION_TEMPLATES[status] : UNDATED_TEMPLATES[status]
  // It has ended, and another one goes on: nothing has changed for them.
  if (template === 'SUBSCRIPTION_EXPIRED' && isPremium) return []
  return [
    {
      userId,
      type: 'SUBSCRIPTION_UPDATE',
      template,
      values: expiresAt ? { date: new Date(expiresAt) } : {},
      link: 'subscription',
      dedupKey: `subscription:${status}:${expiresAt ?? 'undated'}`,
    },
  ]
}

/** Of the states of an order, those that its owner waits for or must know of. */
const ORDER_TEMPLATES: Readonly<Record<string, TemplateName>> = {
  PAYMENT_RECEIVED: 'PAYMENT_RECEIVED',
  PAYOUT_SENT: 'PAYOUT_SENT',
  COMPLETED: 'PAYMENT_COMPLETED',
  FAILED: 'PAYMENT_FAILED',
  REFUNDED: 'PAYMENT_REFUNDED',
  UNDER_REVIEW: 'PAYMENT_UNDER_REVIEW',
}

export function orderStatusChanged(data: HeardFacts['payment_orders.order_status_changed']): Notice[] {
  const { userId, orderId, status, fiatAmount, fiatCurrency } = data
  const template = ORDER_TEMPLATES[status]
  if (!template) return []
  return [
    {
      userId,
      type: 'PAYMENT_UPDATE',
      template,
      values: { amount: { amount: fiatAmount, currency: fiatCurrency } },
      link: `orders/${orderId}`,
      dedupKey: `order:${orderId}:${status}`,
    },
  ]
}
