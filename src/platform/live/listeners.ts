import { log } from '../log.ts'

type Hear = (message: unknown) => void

/** What another program sent where our messages go: it is told of and left alone, for a fault here ends the process. */
export function readingForeign(read: () => void): void {
  try {
    read()
  } catch (fault) {
    log.warn({ fault: String(fault) }, 'live: a message that is not ours')
  }
}

/** Who listens to which channel within this process. One listener's fault is not another's. */
export class Listeners {
  readonly #byChannel = new Map<string, Set<Hear>>()

  add(channel: string, hear: Hear): void {
    const listeners = this.#byChannel.get(channel)
    if (listeners) listeners.add(hear)
    else this.#byChannel.set(channel, new Set([hear]))
  }

  /** True when nobody listens to the channel any more. */
  remove(channel: string, hear: Hear): boolean {
    const listeners = this.#byChannel.get(channel)
    if (!listeners?.delete(hear) || listeners.size > 0) return false
    this.#byChannel.delete(channel)
    return true
  }

  tell(channel: string, message: unknown): void {
    for (const hear of this.#byChannel.get(channel) ?? []) {
      try {
        hear(message)
      } catch (fault) {
        log.error({ channel, fault: String(fault) }, 'live: a listener failed')
      }
    }
  }
}
