import { createPublicKey } from 'node:crypto'

/** The result of a browser's `pushManager.subscribe()`. */
export interface WebPushSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Parses a subscription; returns an error text that continues "the token" if it is invalid. */
export function readSubscription(text: string): WebPushSubscription | { error: string } {
  let given: { endpoint?: unknown; keys?: { p256dh?: unknown; auth?: unknown } } | null
  try {
    given = JSON.parse(text)
  } catch {
    return { error: 'is not the JSON of a PushSubscription' }
  }
  const { endpoint, keys } = given ?? {}
  if (typeof endpoint !== 'string' || endpoint.length > 2_048 || !URL.canParse(endpoint))
    return { error: 'has no endpoint that is a URL' }
  const { p256dh, auth } = keys ?? {}
  if (typeof p256dh !== 'string' || !isPoint(p256dh)) return { error: 'has no key p256dh on the curve P-256' }
  if (typeof auth !== 'string' || bytesOf(auth).length !== 16) return { error: 'has no key auth of 16 bytes' }
  return { endpoint: new URL(endpoint).href, keys: { p256dh, auth } }
}

/**
 * Only known push services are called, because the endpoint comes from a client. `https://*.example` matches
 * any subdomain.
 */
export function isKnownPushHost(endpoint: string, origins: readonly string[]): boolean {
  const { protocol, host, username, password } = new URL(endpoint)
  if (username || password) return false
  return origins.some((origin) => {
    const [scheme, name = ''] = origin.split('//')
    if (scheme !== protocol) return false
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
  })
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
