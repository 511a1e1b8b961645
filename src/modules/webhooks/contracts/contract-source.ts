import type { WebhookSource } from '../webhook-source.ts'
import { applyContractEvents } from './apply-contract-events.ts'
import { type SigningRules, verifySignature } from './verify-signature.ts'

/** Contract events, signed by an external indexer or by our own poller. */
export function contractSource(rules: SigningRules): WebhookSource {
  return {
    name: 'contract-events',
    verify: (delivery) => verifySignature(rules, delivery),
    extractEventId: (_, headers) => headers['x-event-id']!.toLowerCase(),
    rejectsChangedBody: true,
    apply: async (tx, event, now) => (await applyContractEvents(tx, [event], now))[0]!,
    applyBatch: (tx, events, now) => applyContractEvents(tx, events, now),
  }
}
