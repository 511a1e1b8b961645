import { MINUTE_MS, nowMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Fact } from '../../../platform/events.ts'
import type { SessionId } from '../../../platform/ids.ts'
import type { Live, LiveSubscription } from '../../../platform/live/live.ts'
import { log } from '../../../platform/log.ts'
import type { NowReaction } from '../../../platform/reactions.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from '../tokens/access-token.ts'
import { listRevokedSince } from './queries.ts'

const CHANNEL = 'identity.sessions_revoked'
const POLL_MS = 5_000
/** Clocks differ and commits are slow: a row may come to light this long after the instant that it names. */
const MARGIN_MS = MINUTE_MS

/** Of the process that ends a session: it knows at once, and does not wait to hear its own message. */
const listOf = new WeakMap<Live, Revocations>()

/**
 * The sessions whose access tokens must be refused before they expire. Known in the process, so that a request
 * costs no query: told live, and read again every few seconds in case the telling was lost. Nobody says when it was:
 * a subscription is renewed in silence, so after an outage the next reading goes back to the last one that succeeded.
 */
export class Revocations {
  readonly #db: Db
  readonly #revokedAt = new Map<SessionId, number>()
  readonly #hear: ((sessionId: SessionId) => void)[] = []
  #subscription: LiveSubscription | undefined
  #poll: Timer | undefined
  #lastReadMs = 0

  constructor(db: Db) {
    this.#db = db
  }

  async start(live: Live): Promise<void> {
    listOf.set(live, this)
    this.#subscription = await live.subscribe(CHANNEL, (message) => {
      this.add(message as SessionId[])
    })
    await this.#read()
    this.#poll = setInterval(() => {
      this.#read().catch((fault) => log.warn({ fault: String(fault) }, 'revocations: not read'))
    }, POLL_MS)
  }

  add(sessionIds: SessionId[]): void {
    for (const id of sessionIds) this.#add(id)
  }

  isRevoked(sessionId: SessionId): boolean {
    return this.#revokedAt.has(sessionId)
  }

  /** For sockets, which outlive the token that opened them. */
  onRevoked(hear: (sessionId: SessionId) => void): void {
    this.#hear.push(hear)
  }

  async stop(): Promise<void> {
    clearInterval(this.#poll)
    await this.#subscription?.end()
  }

  async #read(): Promise<void> {
    const instant = nowMs()
    const since = Math.max(this.#lastReadMs, instant - ACCESS_TOKEN_LIFETIME_MS) - MARGIN_MS
    this.add(await listRevokedSince(this.#db, new Date(since)))
    this.#lastReadMs = instant
    // A token that was valid at the revocation has expired by now: there is nothing left to refuse.
    for (const [id, at] of this.#revokedAt) {
      if (at < instant - 2 * ACCESS_TOKEN_LIFETIME_MS) this.#revokedAt.delete(id)
    }
  }

  #add(sessionId: SessionId): void {
    if (this.#revokedAt.has(sessionId)) return
    this.#revokedAt.set(sessionId, nowMs())
    for (const hear of this.#hear) hear(sessionId)
  }
}

/** A `now` reaction that only arranges the telling; the rows are the truth. */
export function announceRevocations(live: Live): NowReaction<{ sessionIds: SessionId[] }> {
  return async (tx, fact: Fact<{ sessionIds: SessionId[] }>) => {
    const { sessionIds } = fact.data
    tx.afterCommit(() => {
      listOf.get(live)?.add(sessionIds)
      for (let from = 0; from < sessionIds.length; from += 100)
        live.publish(CHANNEL, sessionIds.slice(from, from + 100))
    })
  }
}
