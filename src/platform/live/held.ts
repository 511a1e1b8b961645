import { nowMs } from '../clock.ts'
import { log } from '../log.ts'
import type { NowReaction } from '../reactions.ts'
import type { Live } from './live.ts'

/** How a thing is held. */
interface Holding<Value, Asker> {
  /** Where it is told that it changed. */
  channel: string
  /** After so long it is read again, in case the message was lost. */
  freshMs: number
  read(asker: Asker): Promise<Value>
  /**
   * For what is read by the connection of whoever asks: nobody waits for the reading of another, who may be waiting for
   * them. While one reads, what is not older than this is good enough for the others; else they read too.
   */
  trustedMs?: number
}

/**
 * What everybody reads and hardly anybody changes, in the memory of this process. It is dropped when a live message
 * says that it changed, and read when somebody asks for it again.
 */
export class Held<Value, Asker> {
  readonly #live: Live
  readonly #holding: Holding<Value, Asker>
  #held: { value: Value; readAt: number } | undefined
  #reading: Promise<Value> | undefined
  #changes = 0
  #isSubscribed = false

  constructor(live: Live, holding: Holding<Value, Asker>) {
    this.#live = live
    this.#holding = holding
  }

  /** At once when it was read a moment ago, which is nearly always. */
  current(asker: Asker): Value | Promise<Value> {
    const { freshMs, trustedMs } = this.#holding
    const enoughMs = this.#reading ? (trustedMs ?? freshMs) : freshMs
    if (this.#held && nowMs() - this.#held.readAt < enoughMs) return this.#held.value
    if (this.#reading && trustedMs === undefined) return this.#reading
    return this.#read(asker)
  }

  drop(): void {
    this.#changes++
    this.#held = undefined
    // What is being read may be of before the change.
    this.#reading = undefined
  }

  async #read(asker: Asker): Promise<Value> {
    this.#subscribe()
    const changes = this.#changes
    const readAt = nowMs()
    const reading = this.#holding.read(asker)
    this.#reading = reading
    try {
      const value = await reading
      if (changes === this.#changes) this.#held = { value, readAt }
      return value
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
  }

  /** Without it changes are seen all the same, only later; it is tried again with the next reading. */
  #subscribe(): void {
    if (this.#isSubscribed) return
    this.#isSubscribed = true
    const { channel } = this.#holding
    this.#live
      .subscribe(channel, () => this.drop())
      .catch((fault) => {
        this.#isSubscribed = false
        log.warn({ fault: String(fault), channel }, 'live: changes of what is held are not heard')
      })
  }
}

/** A thing that every process may hold, and how its changes are told. */
export function heldInProcesses<Value, Asker>(holding: Holding<Value, Asker>) {
  const heldBy = new WeakMap<Live, Held<Value, Asker>>()

  /** What this process holds. */
  function of(live: Live): Held<Value, Asker> {
    const known = heldBy.get(live)
    if (known) return known
    const made = new Held(live, holding)
    heldBy.set(live, made)
    return made
  }

  /** Makes the reaction to a change: every process is told, this one first. */
  function announce(live: Live): NowReaction<object> {
    return async (tx) => {
      tx.afterCommit(() => {
        of(live).drop()
        live.publish(holding.channel, {})
      })
    }
  }

  return { of, announce }
}
