import { closeReasons } from './close-reasons.ts'
import type { RuntimeSocket } from './connection.ts'

/** Sockets of one address of whom nothing is known. */
const NAMELESS_AN_ADDRESS = 200

/** Who is connected, and not yet known: each for so long only, and not too many of one address. */
export class Strangers {
  readonly #patienceMs: number
  /** With the moment until which they may say who they are: the first comes first. */
  readonly #until = new Map<RuntimeSocket, number>()
  /** Those who came without credentials. */
  readonly #namelessOf = new Map<string, number>()
  /** One timer is enough for all of them. */
  #turningAway: Timer | undefined

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  mayCome(address: string): boolean {
    return (this.#namelessOf.get(address) ?? 0) < NAMELESS_AN_ADDRESS
  }

  add(socket: RuntimeSocket): void {
    this.#until.set(socket, performance.now() + this.#patienceMs)
    this.#turnAwayIn(this.#patienceMs)
    const { address, credentials } = socket.data
    if (!credentials) this.#namelessOf.set(address, (this.#namelessOf.get(address) ?? 0) + 1)
  }

  has(socket: RuntimeSocket): boolean {
    return this.#until.has(socket)
  }

  /** They are known now, or gone. */
  remove(socket: RuntimeSocket): void {
    if (!this.#until.delete(socket)) return
    const { address, credentials } = socket.data
    if (credentials) return
    const rest = (this.#namelessOf.get(address) ?? 1) - 1
    if (rest > 0) this.#namelessOf.set(address, rest)
    else this.#namelessOf.delete(address)
  }

  closeAll(): void {
    clearTimeout(this.#turningAway)
    const { code, reason } = closeReasons.going_away
    for (const socket of [...this.#until.keys()]) socket.close(code, reason)
  }

  #turnAwayIn(milliseconds: number): void {
    this.#turningAway ??= setTimeout(() => this.#turnAway(), milliseconds).unref()
  }

  #turnAway(): void {
    this.#turningAway = undefined
    const instant = performance.now()
    const { code, reason } = closeReasons.authentication_timeout
    for (const [socket, until] of this.#until) {
      // The others have come later still.
      if (until > instant) {
        this.#turnAwayIn(until - instant)
        break
      }
      socket.close(code, reason)
    }
  }
}
