import { closeReasons } from './close-reasons.ts'
import type { RuntimeSocket } from './connection.ts'

/** The limit of pending connections without credentials per client network. */
const MAX_ANONYMOUS_PER_NETWORK = 200

/**
 * Tracks connections that have not authenticated: closes them after the timeout, and limits those without
 * credentials per client network.
 */
export class PendingConnections {
  readonly #timeoutMs: number
  /** Connections with their authentication deadline, in order. */
  readonly #until = new Map<RuntimeSocket, number>()
  /** Connections without credentials, by network. */
  readonly #anonymousByNetwork = new Map<string, number>()
  /** One timer serves all connections. */
  #timer: Timer | undefined

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  hasCapacity(address: string): boolean {
    return (this.#anonymousByNetwork.get(address) ?? 0) < MAX_ANONYMOUS_PER_NETWORK
  }

  add(socket: RuntimeSocket): void {
    this.#until.set(socket, performance.now() + this.#timeoutMs)
    this.#scheduleTimeout(this.#timeoutMs)
    const { address, credentials } = socket.data
    if (!credentials) this.#anonymousByNetwork.set(address, (this.#anonymousByNetwork.get(address) ?? 0) + 1)
  }

  has(socket: RuntimeSocket): boolean {
    return this.#until.has(socket)
  }

  /** The connection is authenticated or closed. */
  remove(socket: RuntimeSocket): void {
    if (!this.#until.delete(socket)) return
    const { address, credentials } = socket.data
    if (credentials) return
    const rest = (this.#anonymousByNetwork.get(address) ?? 1) - 1
    if (rest > 0) this.#anonymousByNetwork.set(address, rest)
    else this.#anonymousByNetwork.delete(address)
  }

  closeAll(): void {
    clearTimeout(this.#timer)
    const { code, reason } = closeReasons.going_away
    for (const socket of [...this.#until.keys()]) socket.close(code, reason)
  }

  #scheduleTimeout(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.#closeExpired(), milliseconds).unref()
  }

  #closeExpired(): void {
    this.#timer = undefined
    const instant = performance.now()
    const { code, reason } = closeReasons.authentication_timeout
    for (const [socket, until] of this.#until) {
      // All others have later deadlines.
      if (until > instant) {
        this.#scheduleTimeout(until - instant)
        break
      }
      socket.close(code, reason)
    }
  }
}
