import type { WebhookSource } from '../public/webhook-source.ts'
import { applyContractEvents } from './apply-contract-events.ts'
import { type SigningRules, verifySignature } from './verify-signature.ts'

/** Events of contracts, signed by whoever watches the chain: an indexer elsewhere, or our own watcher. */
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
