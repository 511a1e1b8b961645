import { fastCounter } from '../metrics.ts'

/** What is lost was too much at once, or the carrier was away. */
export const countMessages = fastCounter(
  'lyceum_pubsub_messages_total',
  'Pub/sub messages between processes, by outcome',
  'outcome',
  ['sent', 'received', 'lost'],
)

/**
 * Publish and subscribe between processes, for what is nice to hear at once and harmless to miss: everything
 * that must not be lost is in the database. A message reaches the subscribers in every process, this one too.
 */
export interface PubSub {
  publish(channel: string, message: unknown): void
  /** Resolves when the subscription is in force. */
  subscribe(channel: string, onMessage: (message: unknown) => void): Promise<ChannelSubscription>
  close(): Promise<void>
}

export interface ChannelSubscription {
  end(): Promise<void>
}

/** PostgreSQL's NOTIFY takes less than 8,000 bytes; the limit is the same whatever carries the message. */
const MESSAGE_LIMIT_BYTES = 7_000

/** A message as text, refused when no back end could carry it. */
export function encodeMessage(channel: string, message: unknown): string {
  const text = JSON.stringify(message)
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(channel)
  if (bytes > MESSAGE_LIMIT_BYTES) {
    throw new RangeError(
      `a live message on ${channel} has ${bytes} bytes; send an id and let the reader fetch the rest`,
    )
  }
  return text
}
