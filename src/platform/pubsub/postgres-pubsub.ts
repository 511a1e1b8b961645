import type { Database } from '../db/database.ts'
import { OutageLog } from '../outage-log.ts'
import { ChannelListeners, ignoreMalformed } from './channel-listeners.ts'
import { countMessages, encodeMessage, type FallbackPubSub, type PubSub } from './pubsub.ts'

const NOTIFY_CHANNEL = 'lyceum_live'
const PAYLOAD_LIMIT_BYTES = 7_900
/** The limit of messages that wait while a batch is being sent; further messages are lost. */
const BACKLOG_LIMIT = 10_000

/**
 * Pub/sub by LISTEN and NOTIFY. NOTIFY takes a lock at commit that halves concurrent writes, so messages are
 * never sent in a user's transaction: they are batched here and sent in one statement.
 */
export async function startPostgresPubSub(database: Database): Promise<PubSub & FallbackPubSub> {
  const listeners = new ChannelListeners()
  const outage = new OutageLog('pubsub')
  let waiting: string[] = []
  let sending: Promise<void> | undefined
  let closed = false

  const subscription = await database.listen(NOTIFY_CHANNEL, (payload) => {
    ignoreMalformed(() => {
      const [, ...messages] = JSON.parse(payload) as [number, ...[string, unknown, string?][]]
      countMessages('received', messages.length)
      for (const [channel, message, id] of messages) listeners.dispatch(channel, message, id)
    })
  })

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !closed) {
      const batch = waiting
      waiting = []
      try {
        await database.query`
          select pg_notify(${NOTIFY_CHANNEL}, payload) from unnest(${packPayloads(batch)}::text[]) as payload`
        countMessages('sent', batch.length)
        outage.succeeded()
      } catch (error) {
        countMessages('lost', batch.length)
        outage.failed(error, 'messages not sent')
      }
    }
    sending = undefined
  }

  function publishText(channel: string, text: string, id?: string): void {
    if (closed || waiting.length >= BACKLOG_LIMIT) {
      countMessages('lost')
      return
    }
    waiting.push(`[${JSON.stringify(channel)},${text}${id === undefined ? '' : `,${JSON.stringify(id)}`}]`)
    sending ??= Promise.resolve().then(sendAll)
  }

  return {
    publish: (channel, message) => publishText(channel, encodeMessage(channel, message)),
    publishText,
    async subscribe(channel, onMessage) {
      listeners.add(channel, onMessage)
      return {
        end: async () => {
          listeners.remove(channel, onMessage)
        },
      }
    },
    async close() {
      await sending
      closed = true
      await subscription.end()
    },
  }
}

/**
 * Packs messages into as few payloads as the limit allows, in order. Each starts with a unique number,
 * because PostgreSQL delivers equal payloads of one transaction only once.
 */
function packPayloads(messages: string[]): string[] {
  const payloads: string[] = []
  let current: string[] = []
  let bytes = 2
  for (const message of messages) {
    const size = Buffer.byteLength(message) + 1
    if (current.length > 0 && bytes + size > PAYLOAD_LIMIT_BYTES) {
      payloads.push(`[${payloads.length},${current.join(',')}]`)
      current = []
      bytes = 2
    }
    current.push(message)
    bytes += size
  }
  if (current.length > 0) payloads.push(`[${payloads.length},${current.join(',')}]`)
  return payloads
}
