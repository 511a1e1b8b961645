import { createPublicKey } from 'node:crypto'
import webPush from 'web-push'
import { nowMs } from '../clock.ts'
import {
  askPushServer,
  type PushMessage,
  type PushOutcome,
  type PushSender,
  retryAfterMs,
  shortened,
} from './push.ts'

export interface WebPushOptions {
  publicKey: string
  privateKey: string
  /** Whom a push service writes to when something is wrong: a mailto: or https: URL. */
  subject: string
  origins: readonly string[]
}

/** What a browser gives for `pushManager.subscribe()`. */
export interface WebPushSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** A subscription read from text; or what is wrong with it, as a sentence goes on after "the token". */
export function readSubscription(text: string): WebPushSubscription | { fault: string } {
  let given: { endpoint?: unknown; keys?: { p256dh?: unknown; auth?: unknown } } | null
  try {
    given = JSON.parse(text)
  } catch {
    return { fault: 'is not the JSON of a PushSubscription' }
  }
  const { endpoint, keys } = given ?? {}
  if (typeof endpoint !== 'string' || endpoint.length > 2_048 || !URL.canParse(endpoint))
    return { fault: 'has no endpoint that is a URL' }
  const { p256dh, auth } = keys ?? {}
  if (typeof p256dh !== 'string' || !isPoint(p256dh)) return { fault: 'has no key p256dh on the curve P-256' }
  if (typeof auth !== 'string' || bytesOf(auth).length !== 16) return { fault: 'has no key auth of 16 bytes' }
  return { endpoint: new URL(endpoint).href, keys: { p256dh, auth } }
}

/** Only push services that are known are ever called: an endpoint comes from outside. `https://*.example` takes any below it. */
export function isKnownPushHost(endpoint: string, origins: readonly string[]): boolean {
  const { protocol, host, username, password } = new URL(endpoint)
  if (username || password) return false
  return origins.some((origin) => {
    const [scheme, name = ''] = origin.split('//')
    if (scheme !== protocol) return false
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
  })
}

/** Web Push (RFC 8030) with VAPID (RFC 8292), encrypted for the browser alone (RFC 8291). */
export function createWebPush({ publicKey, privateKey, subject, origins }: WebPushOptions): PushSender {
  return async (address, message) => {
    const subscription = readSubscription(address)
    if ('fault' in subscription) return { kind: 'gone', fault: `the subscription ${subscription.fault}` }
    if (!isKnownPushHost(subscription.endpoint, origins))
      return { kind: 'refused', fault: 'its push service is not one of WEB_PUSH_ORIGINS' }
    const { headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: message.lifetimeSeconds,
      urgency: 'normal',
      // At most 32 characters of base64url, which a UUID without its dashes is.
      topic: message.name.replaceAll('-', '').slice(0, 32),
    })
    // The length is the client's to say.
    const { 'Content-Length': _, ...sent } = headers as Record<string, string>
    const answer = await askPushServer(subscription.endpoint, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
    })
    if ('fault' in answer) return { kind: 'later', fault: answer.fault }
    return judge(answer.status, answer.text, answer.headers)
  }
}

function payloadOf(whole: PushMessage): string {
  const { title, body, data, link, name } = shortened(whole)
  return JSON.stringify({ title, body, tag: name, data: { ...data, link } })
}

function judge(status: number, text: string, headers: Headers): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const fault = `${status} ${text.slice(0, 300)}`
  if (status === 404 || status === 410) return { kind: 'gone', fault }
  if (status === 400 || status === 413) return { kind: 'refused', fault }
  return { kind: 'later', fault, retryAfterMs: retryAfterMs(headers, nowMs()) }
}

function bytesOf(text: string): Buffer {
  return /^[A-Za-z0-9_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
}

/** An uncompressed point that is on the curve. */
function isPoint(text: string): boolean {
  const bytes = bytesOf(text)
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: bytes.subarray(1, 33).toString('base64url'),
      y: bytes.subarray(33).toString('base64url'),
    }
    return createPublicKey({ key: jwk, format: 'jwk' }).type === 'public'
  } catch {
    return false
  }
}
