import { MINUTE_MS, nowMs } from '../../platform/clock.ts'
import { alignedPauseMs } from '../../platform/concurrency/aligned-pause.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SessionId } from '../../platform/ids.ts'
import { OutageLog } from '../../platform/outage-log.ts'
import type { ChannelSubscription, PubSub } from '../../platform/pubsub/pubsub.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from './access-token.ts'

const CHANNEL = 'sessions.sessions_revoked'
const POLL_MS = 5_000
/** A revocation can become visible this long after its timestamp, because of clock differences and slow commits. */
const CLOCK_SKEW_MS = MINUTE_MS

/** Lets the revoking process update its own list directly, without waiting for its own pub/sub message. */
const listOf = new WeakMap<PubSub, RevocationList>()

/**
 * In-memory list of revoked sessions, so that a request needs no query. Updated by live messages and by polling every
 * 5 s; after an outage the poll starts from the last successful read, because a lost subscription is not reported.
 */
export class RevocationList {
  readonly #db: Db
  readonly #outage = new OutageLog('sessions')
  readonly #revokedAt = new Map<SessionId, number>()
  readonly #listeners: ((sessionId: SessionId) => void)[] = []
  #subscription: ChannelSubscription | undefined
  #poll: Timer | undefined
  #lastReadMs = 0
  /** Tokens that were issued earlier are refused. */
  #notBeforeMs = 0

  constructor(db: Db) {
    this.#db = db
  }

  async start(pubsub: PubSub): Promise<void> {
    listOf.set(pubsub, this)
    this.#subscription = await pubsub.subscribe(CHANNEL, (message) => {
      this.add(message as SessionId[])
    })
    await this.#read()
    this.#scheduleRead()
  }

  #scheduleRead(): void {
    this.#poll = setTimeout(() => {
      this.#scheduleRead()
      this.#read().then(
        () => this.#outage.succeeded(),
        (error) => this.#outage.failed(error, 'reading revocations failed'),
      )
    }, alignedPauseMs(POLL_MS))
  }

  add(sessionIds: SessionId[]): void {
    for (const id of sessionIds) this.#add(id)
  }

  isRevoked(sessionId: SessionId, issuedAtMs = Number.POSITIVE_INFINITY): boolean {
    return issuedAtMs < this.#notBeforeMs || this.#revokedAt.has(sessionId)
  }

  /** For WebSockets, which outlive the access token that opened them. */
  onRevoked(listener: (sessionId: SessionId) => void): void {
    this.#listeners.push(listener)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#poll)
    await this.#subscription?.end()
  }

  async #read(): Promise<void> {
    const instant = nowMs()
    const since = Math.max(this.#lastReadMs, instant - ACCESS_TOKEN_LIFETIME_MS) - CLOCK_SKEW_MS
    const [row] = await this.#db<{ revoked: SessionId[]; notBefore: Date | null }>`
      select array(select id from session where revoked_at >= ${new Date(since)}) as revoked,
        (select not_before from token_not_before) as "notBefore"`
    this.add(row!.revoked)
    this.#notBeforeMs = row!.notBefore?.getTime() ?? 0
    this.#lastReadMs = instant
    // Tokens that were valid at the revocation have expired by now.
    for (const [id, at] of this.#revokedAt) {
      if (at < instant - 2 * ACCESS_TOKEN_LIFETIME_MS) this.#revokedAt.delete(id)
    }
  }

  #add(sessionId: SessionId): void {
    if (this.#revokedAt.has(sessionId)) return
    this.#revokedAt.set(sessionId, nowMs())
    for (const listener of this.#listeners) listener(sessionId)
  }
}

/** Publishes the revocations after commit. A lost message is covered by the poll of the `session` table. */
export function broadcastRevocations(pubsub: PubSub): EventHandler<{ sessionIds: SessionId[] }> {
  return async (tx, event: DomainEvent<{ sessionIds: SessionId[] }>) => {
    const { sessionIds } = event.data
    tx.afterCommit(() => {
      listOf.get(pubsub)?.add(sessionIds)
      for (let from = 0; from < sessionIds.length; from += 100)
        pubsub.publish(CHANNEL, sessionIds.slice(from, from + 100))
    })
  }
}
