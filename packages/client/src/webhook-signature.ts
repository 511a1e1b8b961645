/** The headers of a signed webhook: a `Headers` object, or the headers of a Node request. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export interface WebhookToVerify {
  headers: WebhookHeaders
  /** The bytes as received: a parsed and printed body has another signature. */
  body: string | Uint8Array
  /** The shared secret, or several while it is being changed. */
  secret: string | string[]
  /** What is signed; as `CONTRACT_WEBHOOK_SIGNED_INPUT` of the service. */
  signedInput?: 'body' | 'id.timestamp.body'
  /** The largest difference of the clocks, also the time in which a captured webhook could be sent again. */
  toleranceSeconds?: number
  now?: Date
}

export interface WebhookToSign {
  body: string | Uint8Array
  secret: string
  /** The same event has the same id, however often it is sent. */
  eventId: string
  signedInput?: 'body' | 'id.timestamp.body'
  now?: Date
}

const TOLERANCE_SECONDS = 300

/**
 * Whether a webhook in the format of the contract events (`POST /webhook/contract-events`) has a signature of one of the
 * secrets and a current timestamp. Needs Web Crypto, which Node, Bun, Deno and workers have.
 */
export async function verifyWebhook(webhook: WebhookToVerify): Promise<boolean> {
  const { headers, body, secret, signedInput = 'body', toleranceSeconds = TOLERANCE_SECONDS } = webhook
  const timestamp = headerOf(headers, 'x-webhook-timestamp')
  const eventId = headerOf(headers, 'x-event-id')
  const signature = fromHex(headerOf(headers, 'x-webhook-signature'))
  const now = (webhook.now ?? new Date()).getTime() / 1000
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds) return false
  if (!signature) return false
  const signed = signedBytes(signedInput, { eventId, timestamp, body })
  const results = await Promise.all(
    [secret].flat().map(async (each) =>
      // Web Crypto compares in constant time.
      crypto.subtle.verify('HMAC', await keyOf(each, 'verify'), signature, signed),
    ),
  )
  return results.includes(true)
}

/** The headers of a webhook in the format of the contract events. */
export async function signWebhook(webhook: WebhookToSign): Promise<Record<string, string>> {
  const { body, secret, eventId, signedInput = 'body' } = webhook
  const timestamp = String(Math.floor((webhook.now ?? new Date()).getTime() / 1000))
  const signed = signedBytes(signedInput, { eventId, timestamp, body })
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), signed))
  return {
    'x-event-id': eventId,
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}

function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [use])
}

function signedBytes(
  input: 'body' | 'id.timestamp.body',
  { eventId, timestamp, body }: { eventId: string; timestamp: string; body: string | Uint8Array },
): Uint8Array<ArrayBuffer> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const prefix = new TextEncoder().encode(input === 'body' ? '' : `${eventId}.${timestamp}.`)
  const signed = new Uint8Array(prefix.length + bytes.length)
  signed.set(prefix)
  signed.set(bytes, prefix.length)
  return signed
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(text)) return undefined
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}
