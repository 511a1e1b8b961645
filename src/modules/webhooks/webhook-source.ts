import type { UnverifiedRequest } from '../../platform/http/endpoint.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export type WebhookEventId = Id<'WebhookEvent'>

/** An event as it is read from the queue. */
export interface StoredEvent {
  id: WebhookEventId
  /** The sender's id of the event. */
  eventId: string
  /** The parsed JSON body. It was valid when it was received; `apply` validates it again. */
  body: unknown
  receivedAt: Date
}

/** The result of an event. `note` describes it for operators. */
export type Outcome =
  | { state: 'APPLIED'; note: string; userId?: UserId }
  /** The event has no effect: an unknown type, not allowed by a policy, or a duplicate. */
  | { state: 'IGNORED'; note: string; userId?: UserId }
  /** No user has what the event is about. `retryUnmatchedEvents` requeues it by its `matchKey`. */
  | { state: 'UNMATCHED'; note: string; matchKey: string }

/** What another system says about a signed event. */
export type Confirmation =
  | { verdict: 'confirmed' }
  /** The event did not happen; it has no effect. */
  | { verdict: 'rejected'; note: string }
  /** It may be confirmed later; this counts as a failed attempt. */
  | { verdict: 'unconfirmed'; note: string }

/** A sender of webhooks: how to verify a request, identify an event and apply it. */
export interface WebhookSource {
  name: string
  /** Throws a refusal if the request is not from the sender. The body is not parsed yet. */
  verify(delivery: UnverifiedRequest): void
  /** Returns the sender's id of the event, which is the same for every delivery. */
  extractEventId(body: unknown, headers: Record<string, string>): string
  /** True: a known id with another body is refused. False: the second body is dropped. */
  rejectsChangedBody: boolean
  /**
   * Checks due events with another system before they are applied, outside of a transaction. Without it the signature is
   * enough.
   */
  confirm?(events: StoredEvent[]): Promise<ReadonlyMap<WebhookEventId, Confirmation>>
  /**
   * Runs in the transaction that stores the outcome, and again if it throws. It may use only `tx`; calls to other systems
   * belong in a job.
   */
  apply(tx: Tx, event: StoredEvent, now: Date): Promise<Outcome>
  /** Applies events of any order in one batch and returns one outcome for each, in the same order. */
  applyBatch?(tx: Tx, events: StoredEvent[], now: Date): Promise<Outcome[]>
}

/** The sources by name. */
export type Sources = ReadonlyMap<string, WebhookSource>

/** All sources. The source of a payment provider is named `payments/<provider>`. */
export interface WebhookSources {
  contracts: WebhookSource
  revenueCat: WebhookSource
  payments: readonly WebhookSource[]
}
