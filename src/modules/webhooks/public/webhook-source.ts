import type { UnverifiedRequest } from '../../../platform/http/endpoint.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

export type WebhookEventId = Id<'WebhookEvent'>

/** An event as it is taken out of the inbox. */
export interface StoredEvent {
  id: WebhookEventId
  /** The sender's own id of it. */
  eventId: string
  /** What the raw body says. It was valid when it came; whoever applies it looks again. */
  body: unknown
  receivedAt: Date
}

/** What came of an event. `note` says it in words, to whoever looks into the inbox. */
export type Outcome =
  | { state: 'APPLIED'; note: string; userId?: UserId }
  /** Nothing to do: of an unknown kind, against a policy, or told before. */
  | { state: 'IGNORED'; note: string; userId?: UserId }
  /** Nobody has what it is about yet. `takeUpWaiting` with the same words brings it back. */
  | { state: 'UNMATCHED'; note: string; matchKey: string }

/** Somebody who tells us things: how we know it is them, how we know an event again, and what we make of it. */
export interface WebhookSource {
  name: string
  /** Throws a refusal when the delivery is not from whom it should be. Nothing of it is parsed yet. */
  verify(delivery: UnverifiedRequest): void
  /** The sender's id of the event, which stays the same when it is sent again. */
  extractEventId(body: unknown, headers: Record<string, string>): string
  /** An id that comes again with another body is refused; else the first body counts, and the second is dropped. */
  rejectsChangedBody: boolean
  /**
   * Runs in one transaction with the note that it is done, and again when it throws. It touches `tx` alone: who must ask
   * somebody outside enqueues a job.
   */
  apply(tx: Tx, event: StoredEvent, now: Date): Promise<Outcome>
  /**
   * The same for many at once, with one outcome for each in their order. For events of which it does not matter which is
   * applied first.
   */
  applyBatch?(tx: Tx, events: StoredEvent[], now: Date): Promise<Outcome[]>
}

/** Who may tell us something. Each provider of payments brings a source of its own, named `payments/<provider>`. */
export interface WebhookSources {
  contracts: WebhookSource
  revenueCat: WebhookSource
  payments: readonly WebhookSource[]
}
