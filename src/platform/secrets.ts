import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Keys derived from SECRET_KEY: sealing for data that is read back, and keyed hashes for data that is only
 * compared. Each purpose has its own key, so that one cannot be used in place of another.
 */
let master: Buffer | undefined
const derived = new Map<string, Buffer>()

export function useSecretKey(secretKey: string): void {
  master = sha256(secretKey)
  derived.clear()
}

function keyFor(purpose: string): Buffer {
  return derived.getOrInsertComputed(purpose, () => {
    if (!master) throw new Error('The secret key was not set: call useSecretKey at start.')
    return Buffer.from(hkdfSync('sha256', master, 'lyceum', purpose, 32))
  })
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM as nonce, tag, ciphertext. */
export function sealWith(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws if the key is wrong or a byte was changed. */
export function unsealWith(key: Buffer, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

export function seal(purpose: string, plain: string): Buffer {
  return sealWith(keyFor(`seal:${purpose}`), plain)
}

export function unseal(purpose: string, sealed: Uint8Array): string {
  return unsealWith(keyFor(`seal:${purpose}`), sealed)
}

/** HMAC for secrets that are too short to survive an offline search. */
export function hmacSha256(purpose: string, value: string): Buffer {
  return createHmac('sha256', keyFor(`digest:${purpose}`))
    .update(value)
    .digest()
}

/** A plain hash for secrets that are long and random. */
export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer')
}

/** Compares in constant time. */
export function constantTimeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && timingSafeEqual(one, other)
}
