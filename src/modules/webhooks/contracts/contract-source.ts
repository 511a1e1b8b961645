import type { InboxSource } from '../inbox/source.ts'
import { applyContractEvent } from './apply-contract-event.ts'
import { type SigningRules, verifySignature } from './verify-signature.ts'

/** Events of contracts, signed by whoever watches the chain: an indexer elsewhere, or our own watcher. */
export function contractSource(rules: SigningRules): InboxSource {
  return {
    name: 'contract-events',
    verify: (delivery) => verifySignature(rules, delivery),
    identify: (_, headers) => headers['x-event-id']!.toLowerCase(),
    refusesOtherBody: true,
    isUnordered: true,
    apply: (tx, event, now) => applyContractEvent(tx, event, now),
  }
}
