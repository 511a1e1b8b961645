import { monotonicMs } from '../clock.ts'
import { log } from '../log.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import type { EventHandler } from '../transaction/reactions.ts'

interface SharedCacheOptions<Value, Reader> {
  /** The channel of the invalidation messages. */
  channel: string
  /** The value is read again after this time, in case a message was lost. */
  ttlMs: number
  read(reader: Reader): Promise<Value>
  /**
   * For values that are read on the caller's own connection: a caller never waits for the read of another
   * caller, which may in turn wait for it. During a read, other callers use a value that is not older than
   * this; otherwise they read too.
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

  /** Returns synchronously when the cached value is fresh, which is the common case. */
  get(reader: Reader): Value | Promise<Value> {
    const { ttlMs, staleWhileReloadMs } = this.#options
    const maxAgeMs = this.#reading ? (staleWhileReloadMs ?? ttlMs) : ttlMs
    if (this.#cached && monotonicMs() - this.#cached.readAt < maxAgeMs) return this.#cached.value
    if (this.#reading && staleWhileReloadMs === undefined) return this.#reading
    return this.#read(reader)
  }

  invalidate(): void {
    this.#changes++
    this.#cached = undefined
    // A read in progress may return the value from before the change.
    this.#reading = undefined
  }

  async #read(reader: Reader): Promise<Value> {
    this.#subscribe()
    const changes = this.#changes
    const readAt = monotonicMs()
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

  /** Subscribes once. If that fails, the value expires by TTL only, and the next read subscribes again. */
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

/** The definition of a cache that every process may have, with its invalidation channel. */
export function defineSharedCache<Value, Reader>(options: SharedCacheOptions<Value, Reader>) {
  const caches = new WeakMap<PubSub, SharedCache<Value, Reader>>()

  /** Returns the instance of this process, one per `PubSub`. */
  function of(pubsub: PubSub): SharedCache<Value, Reader> {
    return caches.getOrInsertComputed(pubsub, () => new SharedCache(pubsub, options))
  }

  /** Creates the event handler that invalidates the cache in every process, in this one first. */
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
