import { observedFetch, type Peer, readResponseText } from '../outgoing-calls.ts'
import { truncateText } from '../truncate-text.ts'

/** A push message to one device or browser. */
export interface PushMessage {
  title: string
  body: string
  /** Data for the app beside the text. All values are strings. */
  data: Record<string, string>
  /** The link that a tap opens. */
  link: string
  /** A second push with this key replaces the first on the screen. */
  name: string
  /** How long the message is stored for an offline device. */
  lifetimeSeconds: number
}

export type PushOutcome =
  | { kind: 'sent' }
  /** No credentials: the message was logged instead. */
  | { kind: 'logged' }
  /** The address is invalid and can be deleted. */
  | { kind: 'gone'; error: string }
  /** The message is invalid; the address may be valid. */
  | { kind: 'refused'; error: string }
  /** Retry, not before `retryAfterMs` if the server gave it. */
  | { kind: 'retry'; error: string; retryAfterMs?: number | undefined }

/** One transport. The address is the device's registration. It never throws. */
export type PushSender = (address: string, message: PushMessage) => Promise<PushOutcome>

/** Both transports. */
export interface Push {
  fcm: PushSender
  webPush: PushSender
}

const TIMEOUT_MS = 15_000
const RESPONSE_LIMIT_BYTES = 16_384

/** Posts one request to a push server with limits; network errors are retryable. */
export async function postToPushServer(
  peer: Peer,
  url: string,
  request: RequestInit,
): Promise<{ status: number; headers: Headers; text: string } | { error: string }> {
  try {
    const response = await observedFetch(peer, url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { text } = await readResponseText(response, RESPONSE_LIMIT_BYTES)
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

const PUSHED_TITLE_CHARACTERS = 100
const PUSHED_BODY_CHARACTERS = 400

/** Push servers accept 4 KB in all; the app has the full text. */
export function truncateMessage(message: PushMessage): PushMessage {
  return {
    ...message,
    title: truncateText(message.title, PUSHED_TITLE_CHARACTERS),
    body: truncateText(message.body, PUSHED_BODY_CHARACTERS),
  }
}
