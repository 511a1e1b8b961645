import type { ChannelSubscription, PubSub } from './pubsub.ts'

/** Many signals within this time are one message. */
const QUIET_MS = 50

export interface WakeSignal {
  /** Announces work to all processes, at most every 50 ms. Never waits, and may be lost. */
  send(): void
  onSignal(wake: () => void): Promise<ChannelSubscription>
}

/** Wakes loops of other processes that would otherwise find their work only by a slow poll. */
export function createWakeSignal(pubsub: PubSub, channel: string): WakeSignal {
  let timer: Timer | undefined
  let isWanted = false
  const publish = () => {
    isWanted = false
    pubsub.publish(channel, null)
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) publish()
    }, QUIET_MS)
    timer.unref()
  }
  return {
    send: () => {
      if (timer) isWanted = true
      else publish()
    },
    onSignal: (wake) => pubsub.subscribe(channel, () => wake()),
  }
}
