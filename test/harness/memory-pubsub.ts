import type { EventEmitter } from 'node:events'
import type { FallbackPubSub } from '../../src/platform/pubsub/pubsub.ts'

/** A fallback within this process: those on the same bus hear each other. */
export function memoryPubSub(bus: EventEmitter): FallbackPubSub {
  return {
    publishText: (channel, text, id) => void queueMicrotask(() => bus.emit(channel, JSON.parse(text), id)),
    async subscribe(channel, onMessage) {
      bus.on(channel, onMessage)
      return { end: async () => void bus.off(channel, onMessage) }
    },
    close: async () => {},
  }
}
