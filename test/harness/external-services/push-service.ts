import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { nowMs } from '../../../src/platform/clock.ts'

/** A push that a browser received and decrypted. */
export interface BrowserPush {
  endpoint: string
  ttl: string | null
  topic: string | null
  urgency: string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape.
  payload: any
}

export interface TestBrowser {
  /** The result of `JSON.stringify(subscription)` on a page. */
  subscription: string
  endpoint: string
}

export interface TestPushService {
  url: string
  received: BrowserPush[]
  violations: string[]
  /** Returned instead of accepting a message. */
  respond: ((endpoint: string) => Response | undefined) | undefined
  subscribe(): TestBrowser
  stop(): Promise<void>
}

/**
 * A push service with its browsers on loopback: it checks the headers of RFC 8030 and the signature of RFC
 * 8292, and the browser decrypts by RFC 8291. It shares no code with the sender.
 */
export function startTestPushService(applicationServerKey: string): TestPushService {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>()
  const service = {
    received: [] as BrowserPush[],
    violations: [] as string[],
    respond: undefined as TestPushService['respond'],
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request): Promise<Response> => {
      const { origin: url, pathname } = new URL(request.url)
      const browser = browsers.get(pathname)
      if (!browser) return new Response('unknown', { status: 404 })
      try {
        await checkHeaders(request, url, applicationServerKey)
        const sealed = Buffer.from(await request.arrayBuffer())
        if (sealed.length > 4_096) throw new Error(`${sealed.length} bytes are too many`)
        service.received.push({
          endpoint: url + pathname,
          ttl: request.headers.get('ttl'),
          topic: request.headers.get('topic'),
          urgency: request.headers.get('urgency'),
          payload: JSON.parse(decryptPush(sealed, browser.keys, browser.auth).toString('utf8')),
        })
      } catch (error) {
        service.violations.push(String(error))
        return new Response(String(error), { status: 400 })
      }
      return service.respond?.(url + pathname) ?? new Response(null, { status: 201 })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  return Object.assign(service, {
    url,
    subscribe: () => {
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      browsers.set(path, { keys, auth })
      const endpoint = url + path
      const subscription = JSON.stringify({
        endpoint,
        expirationTime: null,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      })
      return { subscription, endpoint }
    },
    stop: () => server.stop(true),
  })
}

async function checkHeaders(request: Request, origin: string, applicationServerKey: string): Promise<void> {
  const { headers } = request
  if (request.method !== 'POST') throw new Error(`${request.method} is not POST`)
  if (!/^\d+$/.test(headers.get('ttl') ?? '')) throw new Error('TTL is missing')
  if (headers.get('content-encoding') !== 'aes128gcm') throw new Error('not aes128gcm')
  const topic = headers.get('topic')
  if (topic !== null && !/^[A-Za-z0-9_-]{1,32}$/.test(topic)) throw new Error(`topic ${topic}`)
  const [, token, key] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (!token || key !== applicationServerKey) throw new Error('another application server')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    algorithms: ['ES256'],
    audience: origin,
    requiredClaims: ['exp', 'sub'],
    currentDate: new Date(nowMs()),
  })
  if (payload.exp! - nowMs() / 1000 > 24 * 3600 + 60) throw new Error('lives longer than a day')
  if (!/^(mailto:|https:)/.test(payload.sub!)) throw new Error(`sub ${payload.sub}`)
}

/**
 * Decrypts with the receivers' library and with a second implementation of the RFC: both results must be
 * equal. The sender encrypts with the former, which would accept its own mistakes; the latter is tested with
 * the example of the RFC.
 */
export function decryptPush(sealed: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const decrypted = decrypt(sealed, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
  if (!decrypted.equals(decryptPushByRfc(sealed, keys, auth))) throw new Error('it is read in two ways')
  return decrypted
}

/**
 * RFC 8291 over RFC 8188, one record: salt (16), record size (4), length of the key id (1), the sender's key,
 * the rest.
 */
function decryptPushByRfc(sealed: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const salt = sealed.subarray(0, 16)
  const keyLength = sealed[20]!
  const senderKey = sealed.subarray(21, 21 + keyLength)
  const record = sealed.subarray(21 + keyLength)
  if (record.length > sealed.readUInt32BE(16)) throw new Error('more than one record')
  const sharedKey = hmac(auth, keys.computeSecret(senderKey))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const material = hmac(sharedKey, info, Buffer.from([1]))
  const extracted = hmac(salt, material)
  const contentKey = hmac(extracted, Buffer.from('Content-Encoding: aes128gcm\0'), Buffer.from([1])).subarray(
    0,
    16,
  )
  const nonce = hmac(extracted, Buffer.from('Content-Encoding: nonce\0'), Buffer.from([1])).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong')
  return padded.subarray(0, end)
}

function hmac(key: Buffer, ...parts: Buffer[]): Buffer {
  const digest = createHmac('sha256', key)
  for (const part of parts) digest.update(part)
  return digest.digest()
}
