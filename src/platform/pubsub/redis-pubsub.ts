import { Redis } from 'ioredis'
import { log } from '../log.ts'
import { ChannelListeners, ignoreMalformed } from './channel-listeners.ts'
import { countMessages, encodeMessage, type PubSub } from './pubsub.ts'

const PREFIX = 'lyceum:live:'

/** Pub/sub by Redis. A subscribed connection cannot publish, so there are two connections. */
export async function startRedisPubSub(url: string): Promise<PubSub> {
  const listeners = new ChannelListeners()
  const publisher = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, enableOfflineQueue: true })
  const subscriber = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, autoResubscribe: true })
  for (const connection of [publisher, subscriber]) {
    connection.on('error', (error) => log.warn({ error: String(error) }, 'pubsub: Redis unavailable'))
  }
  await Promise.all([publisher.connect(), subscriber.connect()])
  subscriber.on('message', (channel: string, text: string) => {
    countMessages('received')
    ignoreMalformed(() => listeners.dispatch(channel.slice(PREFIX.length), JSON.parse(text)))
  })

  return {
    publish(channel, message) {
      publisher.publish(PREFIX + channel, encodeMessage(channel, message)).then(
        () => countMessages('sent'),
        (error) => {
          countMessages('lost')
          log.warn({ error: String(error), channel }, 'pubsub: message not sent')
        },
      )
    },
    async subscribe(channel, onMessage) {
      listeners.add(channel, onMessage)
      // Also for a second listener, because the first subscription may not be active yet.
      await subscriber.subscribe(PREFIX + channel)
      return {
        end: async () => {
          if (listeners.remove(channel, onMessage)) await subscriber.unsubscribe(PREFIX + channel)
        },
      }
    },
    async close() {
      await Promise.all([
        publisher.quit().catch(() => publisher.disconnect()),
        subscriber.quit().catch(() => subscriber.disconnect()),
      ])
    },
  }
}
