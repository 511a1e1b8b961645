import { Redis } from 'ioredis'
import { log } from '../log.ts'
import { Listeners, readingForeign } from './listeners.ts'
import { countLive, encodeMessage, type Live } from './live.ts'

const PREFIX = 'lyceum:live:'

/** Live messages by Redis. A connection that subscribes can do nothing else, so there are two. */
export async function startRedisLive(url: string): Promise<Live> {
  const listeners = new Listeners()
  const sender = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, enableOfflineQueue: true })
  const hearer = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, autoResubscribe: true })
  for (const connection of [sender, hearer]) {
    connection.on('error', (fault) => log.warn({ fault: String(fault) }, 'live: Redis is away'))
  }
  await Promise.all([sender.connect(), hearer.connect()])
  hearer.on('message', (channel: string, text: string) => {
    countLive('heard')
    readingForeign(() => listeners.tell(channel.slice(PREFIX.length), JSON.parse(text)))
  })

  return {
    publish(channel, message) {
      sender.publish(PREFIX + channel, encodeMessage(channel, message)).then(
        () => countLive('sent'),
        (fault) => {
          countLive('lost')
          log.warn({ fault: String(fault), channel }, 'live: a message was not sent')
        },
      )
    },
    async subscribe(channel, hear) {
      listeners.add(channel, hear)
      // Also when another listener asked already, because its subscription may not be in force yet.
      await hearer.subscribe(PREFIX + channel)
      return {
        end: async () => {
          if (listeners.remove(channel, hear)) await hearer.unsubscribe(PREFIX + channel)
        },
      }
    },
    async close() {
      await Promise.all([
        sender.quit().catch(() => sender.disconnect()),
        hearer.quit().catch(() => hearer.disconnect()),
      ])
    },
  }
}
