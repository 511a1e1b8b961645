import { monotonicMs } from '../clock.ts'
import { ChannelListeners, ignoreMalformed } from './channel-listeners.ts'
import {
  type ChannelSubscription,
  countMessages,
  encodeMessage,
  type FallbackPubSub,
  type PubSub,
} from './pubsub.ts'
import { RedisLink } from './redis-link.ts'

const PREFIX = 'lyceum:live:'
const BEAT_PREFIX = 'lyceum:beat:'
/** The channel of the fallback on which processes report that they do not reach Redis. */
const AWAY_CHANNEL = 'pubsub:redis-away'
/** A process that no longer reports has ended. */
const REPORT_LIFETIME_MS = 7_000
/** The messages that are recognized when they arrive a second time. */
const REMEMBERED = 10_000
const START_LIMIT_MS = 5_000

export interface RedisPubSub extends PubSub {
  /** Whether this process reaches Redis. */
  isUp(): boolean
}

/**
 * Pub/sub by Redis. While any process does not reach Redis, all send by the fallback, which all receive. A message that
 * Redis did not confirm is sent by the fallback too, and each process takes it once.
 */
export async function startRedisPubSub(url: string, fallback: FallbackPubSub): Promise<RedisPubSub> {
  const own = crypto.randomUUID()
  const listeners = new ChannelListeners()
  const byFallback = new Map<string, Promise<ChannelSubscription>>()
  const seen = new Set<string>()
  /** Other processes without Redis, and until when that counts. */
  const others = new Map<string, number>()
  let sentCount = 0
  let isClosed = false

  const link = new RedisLink(url, BEAT_PREFIX + own, {
    onMessage: (channel, text) => {
      countMessages('received')
      ignoreMalformed(() => {
        const end = text.indexOf(' ')
        const message = JSON.parse(text.slice(end + 1))
        if (isNew(text.slice(0, end))) listeners.dispatch(channel.slice(PREFIX.length), message)
      })
    },
    onChange: report,
    onBeat: () => {
      if (!link.isUp) report(false)
    },
  })
  const reports = await fallback.subscribe(AWAY_CHANNEL, (message) => {
    const { process, isUp } = message as { process: string; isUp: boolean }
    if (isUp) others.delete(process)
    else if (process !== own) others.set(process, monotonicMs() + REPORT_LIFETIME_MS)
  })
  await link.open(START_LIMIT_MS)

  function report(isUp: boolean): void {
    fallback.publishText(AWAY_CHANNEL, JSON.stringify({ process: own, isUp }))
  }

  function isNew(id: string): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value!)
    return true
  }

  function everyProcessHasRedis(): boolean {
    for (const [process, until] of others) if (until < monotonicMs()) others.delete(process)
    return link.isUp && others.size === 0
  }

  return {
    isUp: () => link.isUp,
    publish(channel, message) {
      const text = encodeMessage(channel, message)
      if (isClosed) return countMessages('lost')
      if (!everyProcessHasRedis()) return fallback.publishText(channel, text)
      const id = `${own}.${++sentCount}`
      link.send(PREFIX + channel, `${id} ${text}`).then(
        () => countMessages('sent'),
        () => fallback.publishText(channel, text, id),
      )
    },
    async subscribe(channel, onMessage) {
      listeners.add(channel, onMessage)
      if (!byFallback.has(channel)) {
        const dispatch = (message: unknown, id?: string) => {
          if (id === undefined || isNew(id)) listeners.dispatch(channel, message)
        }
        byFallback.set(channel, fallback.subscribe(channel, dispatch))
      }
      // Also for a second listener, because the first subscription may not be active yet.
      await Promise.all([byFallback.get(channel), link.subscribe(PREFIX + channel)])
      return {
        end: async () => {
          if (!listeners.remove(channel, onMessage)) return
          link.unsubscribe(PREFIX + channel)
          const subscription = byFallback.get(channel)
          byFallback.delete(channel)
          await (await subscription)?.end()
        },
      }
    },
    async close() {
      isClosed = true
      await reports.end()
      await link.close()
      await fallback.close()
    },
  }
}
