import { observedFetch, type Peer } from '../outgoing-calls.ts'
import { truncateText } from '../truncate-text.ts'

/** A push to one device or browser, whatever carries it there. */
export interface PushMessage {
  title: string
  body: string
  /** What the app is told beside the words. All are texts. */
  data: Record<string, string>
  /** Where a tap leads. */
  link: string
  /** A second push of this name takes the place of the first on the screen. */
  name: string
  /** How long it is worth keeping for a device that is away. */
  lifetimeSeconds: number
}

export type PushOutcome =
  | { kind: 'sent' }
  /** There are no credentials: it was written to the log instead. */
  | { kind: 'logged' }
  /** The address is of no use any more. */
  | { kind: 'gone'; error: string }
  /** The message is at fault; the address may be good. */
  | { kind: 'refused'; error: string }
  /** To be tried again, not before `retryAfterMs` when the other side said so. */
  | { kind: 'retry'; error: string; retryAfterMs?: number | undefined }

/** One way to send. The address is what the device was registered with. It never throws. */
export type PushSender = (address: string, message: PushMessage) => Promise<PushOutcome>

/** Both ways. */
export interface Push {
  fcm: PushSender
  webPush: PushSender
}

const TIMEOUT_MS = 15_000
const RESPONSE_LIMIT_BYTES = 16_384

/** One request to a company's server, with a limit on everything; what goes wrong on the way is a fault to try again. */
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
    const text = await readShort(response)
    return { status: response.status, headers: response.headers, text }
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > RESPONSE_LIMIT_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_LIMIT_BYTES).toString('utf8')
}

/** Seconds, or a date, as HTTP has it. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

const PUSHED_TITLE_CHARACTERS = 100
const PUSHED_BODY_CHARACTERS = 400

/** The carriers take 4 KB in all; the whole text is in the app. */
export function truncateMessage(message: PushMessage): PushMessage {
  return {
    ...message,
    title: truncateText(message.title, PUSHED_TITLE_CHARACTERS),
    body: truncateText(message.body, PUSHED_BODY_CHARACTERS),
  }
}
