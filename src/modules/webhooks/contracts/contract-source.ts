import type { WebhookSource } from '../webhook-source.ts'
import { applyContractEvents } from './apply-contract-events.ts'
import { confirmContractEvents, type ReceiptSource } from './confirm-contract-events.ts'
import { type SigningRules, verifySignature } from './verify-signature.ts'

interface ContractRules {
  /** The addresses of our contracts: an event of another contract has no effect. Without addresses the signature is enough. */
  listAddresses?: () => readonly string[]
  /** With it an event counts only if our own node confirms it. */
  receipts?: ReceiptSource | undefined
}

/** Contract events, signed by an external indexer or by our own poller. */
export function contractSource(
  rules: SigningRules,
  { listAddresses = () => [], receipts }: ContractRules = {},
): WebhookSource {
  const findOurs = () => {
    const addresses = listAddresses().map((address) => address.toLowerCase())
    return addresses.length === 0 ? undefined : new Set(addresses)
  }
  return {
    name: 'contract-events',
    verify: (delivery) => verifySignature(rules, delivery),
    extractEventId: (_, headers) => headers['x-event-id']!.toLowerCase(),
    rejectsChangedBody: true,
    ...(receipts ? { confirm: (events) => confirmContractEvents(receipts, events) } : {}),
    apply: async (tx, event, now) =>
      (await applyContractEvents(tx, { events: [event], ours: findOurs(), now }))[0]!,
    applyBatch: (tx, events, now) => applyContractEvents(tx, { events, ours: findOurs(), now }),
  }
}
