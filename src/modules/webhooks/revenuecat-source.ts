import {
  applyRevenueCatEvent,
  type RevenueCatOptions,
} from '../subscriptions/public/apply-revenuecat-event.ts'
import type { RevenueCatEvent } from '../subscriptions/public/revenuecat-event.ts'
import { verifyWebhookKey } from '../subscriptions/public/verify-webhook-key.ts'
import type { WebhookSource } from './webhook-source.ts'

/** Subscription events of RevenueCat, whose body may change when an event is sent again. */
export function revenueCatSource(key: string, rules: RevenueCatOptions): WebhookSource {
  return {
    name: 'revenuecat',
    verify: ({ headers }) => verifyWebhookKey(key, headers),
    extractEventId: (body) => (body as { event: RevenueCatEvent }).event.id,
    rejectsChangedBody: false,
    apply: (tx, event, now) => applyRevenueCatEvent(tx, rules, event.body, now),
  }
}
