import type { WebhookSource } from '../webhook-source.ts'
import { applyContractEvents } from './apply-contract-events.ts'
import { confirmContractEvents, type ReceiptSource } from './confirm-contract-events.ts'
import { type SigningRules, verifySignature } from './verify-signature.ts'

/**
 * Contract events, signed by an external indexer or by our own poller. With `receipts` an event counts only if our own
 * node confirms it.
 */
export function contractSource(rules: SigningRules, receipts?: ReceiptSource): WebhookSource {
  return {
    name: 'contract-events',
    verify: (delivery) => verifySignature(rules, delivery),
    extractEventId: (_, headers) => headers['x-event-id']!.toLowerCase(),
    rejectsChangedBody: true,
    ...(receipts ? { confirm: (events) => confirmContractEvents(receipts, events) } : {}),
    apply: async (tx, event, now) => (await applyContractEvents(tx, [event], now))[0]!,
    applyBatch: (tx, events, now) => applyContractEvents(tx, events, now),
  }
}
