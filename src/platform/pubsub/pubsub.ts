import { fastCounter } from '../metrics.ts'

/** A message is lost when the queue is full, the backend is unavailable, or the process shuts down. */
export const countMessages = fastCounter(
  'lyceum_pubsub_messages_total',
  'Pub/sub messages between processes, by outcome',
  'outcome',
  ['sent', 'received', 'lost'],
)

/**
 * Publish and subscribe between processes, for messages that may be lost: important data is in the database.
 * A message reaches the subscribers in every process, including this one.
 */
export interface PubSub {
  publish(channel: string, message: unknown): void
  /** Resolves when the subscription is active. */
  subscribe(channel: string, onMessage: (message: unknown) => void): Promise<ChannelSubscription>
  close(): Promise<void>
}

export interface ChannelSubscription {
  end(): Promise<void>
}

/** Another way for messages that one transport could not send. */
export interface FallbackPubSub extends Pick<PubSub, 'close'> {
  /** Sends a message that `encodeMessage` has checked. A message with an id may also arrive by the other transport. */
  publishText(channel: string, text: string, id?: string): void
  subscribe(channel: string, onMessage: (message: unknown, id?: string) => void): Promise<ChannelSubscription>
}

/** PostgreSQL's NOTIFY takes less than 8,000 bytes; this limit is below that and applies to every backend. */
const MESSAGE_LIMIT_BYTES = 7_000

/** Serializes a message; throws if it exceeds the limit. */
export function encodeMessage(channel: string, message: unknown): string {
  const text = JSON.stringify(message)
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(channel)
  if (bytes > MESSAGE_LIMIT_BYTES) {
    throw new RangeError(
      `a pub/sub message on ${channel} has ${bytes} bytes; send an id and let the reader fetch the rest`,
    )
  }
  return text
}
