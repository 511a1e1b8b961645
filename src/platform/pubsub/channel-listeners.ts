import { log } from '../log.ts'

type OnMessage = (message: unknown, id?: string) => void

/**
 * A malformed message of another program is logged and ignored, because an error here would end the process.
 */
export function ignoreMalformed(read: () => void): void {
  try {
    read()
  } catch (error) {
    log.warn({ error: String(error) }, 'pubsub: malformed message ignored')
  }
}

/** The listeners of this process by channel. An error of one listener does not affect the others. */
export class ChannelListeners {
  readonly #byChannel = new Map<string, Set<OnMessage>>()

  add(channel: string, onMessage: OnMessage): void {
    const listeners = this.#byChannel.get(channel)
    if (listeners) listeners.add(onMessage)
    else this.#byChannel.set(channel, new Set([onMessage]))
  }

  /** Returns true if the channel has no listener any more. */
  remove(channel: string, onMessage: OnMessage): boolean {
    const listeners = this.#byChannel.get(channel)
    if (!listeners?.delete(onMessage) || listeners.size > 0) return false
    this.#byChannel.delete(channel)
    return true
  }

  dispatch(channel: string, message: unknown, id?: string): void {
    for (const onMessage of this.#byChannel.get(channel) ?? []) {
      try {
        onMessage(message, id)
      } catch (error) {
        log.error({ channel, error: String(error) }, 'pubsub: listener failed')
      }
    }
  }
}
