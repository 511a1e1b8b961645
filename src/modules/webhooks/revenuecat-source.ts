import { applyRevenueCatEvent, type SubscriberRules } from '../subscriptions/apply-revenuecat-event.ts'
import type { RevenueCatEvent } from '../subscriptions/revenuecat-event.ts'
import { verifyKey } from '../subscriptions/verify-key.ts'
import type { InboxSource } from './inbox/source.ts'

/** Subscriptions of the app stores, told by RevenueCat, which may write the same event differently when it sends it again. */
export function revenueCatSource(key: string, rules: SubscriberRules): InboxSource {
  return {
    name: 'revenuecat',
    verify: ({ headers }) => verifyKey(key, headers),
    identify: (body) => (body as { event: RevenueCatEvent }).event.id,
    refusesOtherBody: false,
    apply: (tx, event, now) => applyRevenueCatEvent(tx, rules, event.body, now),
  }
}
