const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 15_000
/** A user has too many sockets: each one that connects closes another, so all of them must be patient. */
const REPLACED_FIRST_WAIT_MS = 5_000
const REPLACED_MAX_WAIT_MS = 5 * 60_000
const HURRIED_WAIT_MS = 1_000

/** Decides when a lost connection is opened again. */
export class ReconnectTimer {
  readonly #connect: () => void
  readonly #replacedFirstWaitMs: number
  #failures = 0
  #replacements = 0
  #openedAt: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopWatching: (() => void) | undefined
  #isReplaced = false

  constructor(connect: () => void, replacedFirstWaitMs = REPLACED_FIRST_WAIT_MS) {
    this.#connect = connect
    this.#replacedFirstWaitMs = replacedFirstWaitMs
  }

  onOpen(): void {
    this.#failures = 0
    this.#openedAt = Date.now()
  }

  /** The connection was lost or not opened. */
  onLost(): void {
    this.#after(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++), () => this.#connectNow())
  }

  /** Other sockets of the user have replaced this one. A page that is hidden waits until it is shown. */
  onReplaced(): void {
    if (this.#openedAt !== undefined && Date.now() - this.#openedAt > REPLACED_MAX_WAIT_MS)
      this.#replacements = 0
    this.#isReplaced = true
    const waitMs = Math.min(REPLACED_MAX_WAIT_MS, this.#replacedFirstWaitMs * 2 ** this.#replacements++)
    this.#after(waitMs, () => this.#whenShown())
  }

  /** The program uses the channel: a replaced connection is opened soon. */
  hurry(): void {
    if (this.#isReplaced) this.#after(HURRIED_WAIT_MS, () => this.#connectNow())
    this.#isReplaced = false
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }

  #after(waitMs: number, effect: () => void): void {
    this.stop()
    this.#timer = setTimeout(effect, waitMs * (0.5 + Math.random() / 2))
  }

  #connectNow(): void {
    this.stop()
    this.#isReplaced = false
    this.#connect()
  }

  #whenShown(): void {
    const page = globalThis.document as Document | undefined
    if (page?.visibilityState !== 'hidden') {
      this.#connectNow()
      return
    }
    const onChange = () => {
      if (page.visibilityState !== 'hidden') this.#connectNow()
    }
    page.addEventListener('visibilitychange', onChange)
    this.#stopWatching = () => page.removeEventListener('visibilitychange', onChange)
  }
}
