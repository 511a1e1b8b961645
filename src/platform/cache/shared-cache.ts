import { nowMs } from '../clock.ts'
import { log } from '../log.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import type { EventHandler } from '../transaction/reactions.ts'

/** How a thing is held. */
interface SharedCacheOptions<Value, Reader> {
  /** Where it is told that it changed. */
  channel: string
  /** After so long it is read again, in case the message was lost. */
  ttlMs: number
  read(reader: Reader): Promise<Value>
  /**
   * For what is read by the connection of whoever asks: nobody waits for the reading of another, who may be waiting for
   * them. While one reads, what is not older than this is good enough for the others; else they read too.
   */
  staleWhileReloadMs?: number
}

/**
 * In-memory copy of rarely changed data. A pub/sub message invalidates it; it is reloaded on the next read, and
 * after `ttlMs` even without a message.
 */
export class SharedCache<Value, Reader> {
  readonly #pubsub: PubSub
  readonly #options: SharedCacheOptions<Value, Reader>
  #cached: { value: Value; readAt: number } | undefined
  #reading: Promise<Value> | undefined
  #changes = 0
  #isSubscribed = false

  constructor(pubsub: PubSub, options: SharedCacheOptions<Value, Reader>) {
    this.#pubsub = pubsub
    this.#options = options
  }

  /** At once when it was read a moment ago, which is nearly always. */
  get(reader: Reader): Value | Promise<Value> {
    const { ttlMs, staleWhileReloadMs } = this.#options
    const maxAgeMs = this.#reading ? (staleWhileReloadMs ?? ttlMs) : ttlMs
    if (this.#cached && nowMs() - this.#cached.readAt < maxAgeMs) return this.#cached.value
    if (this.#reading && staleWhileReloadMs === undefined) return this.#reading
    return this.#read(reader)
  }

  invalidate(): void {
    this.#changes++
    this.#cached = undefined
    // What is being read may be of before the change.
    this.#reading = undefined
  }

  async #read(reader: Reader): Promise<Value> {
    this.#subscribe()
    const changes = this.#changes
    const readAt = nowMs()
    const reading = this.#options.read(reader)
    this.#reading = reading
    try {
      const value = await reading
      if (changes === this.#changes) this.#cached = { value, readAt }
      return value
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
  }

  /** Without it changes are seen all the same, only later; it is tried again with the next reading. */
  #subscribe(): void {
    if (this.#isSubscribed) return
    this.#isSubscribed = true
    const { channel } = this.#options
    this.#pubsub
      .subscribe(channel, () => this.invalidate())
      .catch((error) => {
        this.#isSubscribed = false
        log.warn(
          { error: String(error), channel },
          'cache: subscribing to invalidations failed; entries expire by TTL only',
        )
      })
  }
}

/** A thing that every process may hold, and how its changes are told. */
export function defineSharedCache<Value, Reader>(options: SharedCacheOptions<Value, Reader>) {
  const caches = new WeakMap<PubSub, SharedCache<Value, Reader>>()

  /** What this process holds. */
  function of(pubsub: PubSub): SharedCache<Value, Reader> {
    const known = caches.get(pubsub)
    if (known) return known
    const created = new SharedCache(pubsub, options)
    caches.set(pubsub, created)
    return created
  }

  /** Makes the reaction to a change: every process is told, this one first. */
  function invalidateOnEvent(pubsub: PubSub): EventHandler<object> {
    return async (tx) => {
      tx.afterCommit(() => {
        of(pubsub).invalidate()
        pubsub.publish(options.channel, {})
      })
    }
  }

  return { of, invalidateOnEvent }
}
