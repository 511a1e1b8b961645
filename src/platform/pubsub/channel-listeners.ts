import { log } from '../log.ts'

type OnMessage = (message: unknown) => void

/** What another program sent where our messages go: it is told of and left alone, for a fault here ends the process. */
export function ignoreMalformed(read: () => void): void {
  try {
    read()
  } catch (error) {
    log.warn({ error: String(error) }, 'pubsub: malformed message ignored')
  }
}

/** Who listens to which channel within this process. One listener's fault is not another's. */
export class ChannelListeners {
  readonly #byChannel = new Map<string, Set<OnMessage>>()

  add(channel: string, onMessage: OnMessage): void {
    const listeners = this.#byChannel.get(channel)
    if (listeners) listeners.add(onMessage)
    else this.#byChannel.set(channel, new Set([onMessage]))
  }

  /** True when nobody listens to the channel any more. */
  remove(channel: string, onMessage: OnMessage): boolean {
    const listeners = this.#byChannel.get(channel)
    if (!listeners?.delete(onMessage) || listeners.size > 0) return false
    this.#byChannel.delete(channel)
    return true
  }

  dispatch(channel: string, message: unknown): void {
    for (const onMessage of this.#byChannel.get(channel) ?? []) {
      try {
        onMessage(message)
      } catch (error) {
        log.error({ channel, error: String(error) }, 'pubsub: listener failed')
      }
    }
  }
}
