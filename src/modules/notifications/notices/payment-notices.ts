import type { orderStatusChanged } from '../../../events/payment-orders.ts'
import type { subscriptionChanged } from '../../../events/subscriptions.ts'
import type { EventData } from '../../../platform/transaction/define-event.ts'
import type { Notice } from '../notification.ts'
import type { TemplateName } from '../templates/en.ts'

const SUBSCRIPTION_TEMPLATES = {
  ACTIVE: 'SUBSCRIPTION_ACTIVE',
  CANCELLED: 'SUBSCRIPTION_CANCELLED',
  GRACE_PERIOD: 'SUBSCRIPTION_BILLING_ISSUE',
  EXPIRED: 'SUBSCRIPTION_EXPIRED',
  MOVED: 'SUBSCRIPTION_EXPIRED',
} as const

/** Templates for a subscription without an end date. */
const UNDATED_TEMPLATES = {
  ...SUBSCRIPTION_TEMPLATES,
  ACTIVE: 'SUBSCRIPTION_LASTING',
  CANCELLED: 'SUBSCRIPTION_EXPIRED',
} as const

/** Renewals are included, because money moved. Sends one notice per status and end date. */
export function subscriptionNotices(data: EventData<typeof subscriptionChanged>): Notice[] {
  const { userId, isPremium, status, expiresAt } = data
  const template = expiresAt ? SUBSCRIPTION_TEMPLATES[status] : UNDATED_TEMPLATES[status]
  // The user still has premium by another subscription.
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

/** The order statuses that the user is notified about. */
const ORDER_TEMPLATES: Readonly<Record<string, TemplateName>> = {
  PAYMENT_RECEIVED: 'PAYMENT_RECEIVED',
  PAYOUT_SENT: 'PAYOUT_SENT',
  COMPLETED: 'PAYMENT_COMPLETED',
  FAILED: 'PAYMENT_FAILED',
  REFUNDED: 'PAYMENT_REFUNDED',
  UNDER_REVIEW: 'PAYMENT_UNDER_REVIEW',
}

export function orderNotices(data: EventData<typeof orderStatusChanged>): Notice[] {
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
