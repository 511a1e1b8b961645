import { createPublicKey, type KeyObject } from 'node:crypto'
import { base64url, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { addMs, HOUR_MS, MINUTE_MS, now, nowMs } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'

export const SIGNING_ALGORITHM = 'ES256'
export const TOKEN_TYPE = 'at+jwt'

/** A key as it is kept: the private JWK, and from when it signs. */
export interface StoredKey {
  keyId: string
  privateJwk: JWK
  activeFrom: Date
}

/** Where the keys are kept: a file that all processes read, or the database. */
export interface KeySource {
  read(): Promise<StoredKey[]>
}

interface RingKey {
  keyId: string
  activeFrom: Date
  privateKey: CryptoKey
  publicKey: CryptoKey
  publicJwk: JWK
  /** The first part of every token that it has signed, */
  header: string
  /** and the public key for checking one at once. */
  keyObject: KeyObject
}

const REREAD_MS = 30_000
const REREAD_ON_UNKNOWN_MS = 2_000
/** Every process has read the new key long before the first token is signed with it. */
const ACTIVATION_DELAY_MS = 2 * MINUTE_MS
/** Tokens live for minutes; a key that signed none for an hour can go. */
const RETIREMENT_MS = HOUR_MS

/** The keys in use. New ones appear while the process runs, so rotation logs nobody out. */
export class KeyRing {
  readonly #source: KeySource
  #keys: RingKey[] = []
  #readAt = 0
  #timer: Timer | undefined

  private constructor(source: KeySource) {
    this.#source = source
  }

  static async open(source: KeySource): Promise<KeyRing> {
    const ring = new KeyRing(source)
    await ring.#read()
    if (ring.#keys.length === 0) throw new Error('There is no key to sign access tokens with.')
    ring.#timer = setInterval(() => {
      ring
        .#read()
        .catch((fault) => log.warn({ fault: String(fault) }, 'sessions: reading signing keys failed'))
    }, REREAD_MS)
    ring.#timer.unref()
    return ring
  }

  /** The newest key that is active; when all lie in the future, the oldest. */
  signingKey(): RingKey {
    const instant = nowMs()
    return this.#keys.find((key) => key.activeFrom.getTime() <= instant) ?? this.#keys[this.#keys.length - 1]!
  }

  /** A key that we do not know may have been made by another process a moment ago: look once more, but not often. */
  async findPublicKey(keyId: string | undefined): Promise<CryptoKey | undefined> {
    const known = this.#keys.find((key) => key.keyId === keyId)
    if (known || nowMs() - this.#readAt < REREAD_ON_UNKNOWN_MS) return known?.publicKey
    await this.#read()
    return this.#keys.find((key) => key.keyId === keyId)?.publicKey
  }

  /** The key that has signed tokens with this first part. */
  findPublicKeyByHeader(header: string): KeyObject | undefined {
    return this.#keys.find((key) => key.header === header)?.keyObject
  }

  publicKeys(): JWK[] {
    return this.#keys.map((key) => key.publicJwk)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #read(): Promise<void> {
    this.#readAt = nowMs()
    const stored = await this.#source.read()
    // Whoever empties the file by mistake must not end every sign-in.
    if (stored.length === 0 && this.#keys.length > 0)
      throw new Error('The keys are gone; the known ones stay.')
    const keys = await Promise.all(
      stored.map(
        async (key) => this.#keys.find((known) => known.keyId === key.keyId) ?? (await importKey(key)),
      ),
    )
    this.#keys = keys.sort((one, other) => other.activeFrom.getTime() - one.activeFrom.getTime())
  }
}

async function importKey({ keyId, privateJwk, activeFrom }: StoredKey): Promise<RingKey> {
  const { d: _private, ...publicPart } = privateJwk
  const publicJwk: JWK = { ...publicPart, kid: keyId, use: 'sig', alg: SIGNING_ALGORITHM }
  return {
    keyId,
    activeFrom,
    privateKey: (await importJWK(privateJwk, SIGNING_ALGORITHM)) as CryptoKey,
    publicKey: (await importJWK(publicJwk, SIGNING_ALGORITHM)) as CryptoKey,
    publicJwk,
    header: base64url.encode(JSON.stringify(tokenHeader(keyId))),
    keyObject: createPublicKey({ key: publicPart as JsonWebKey, format: 'jwk' }),
  }
}

/** What stands in the first part of a token of ours, in this order. */
export function tokenHeader(keyId: string) {
  return { alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid: keyId }
}

export async function createStoredKey(activeFrom: Date): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  return { keyId: await calculateJwkThumbprint(privateJwk), privateJwk, activeFrom }
}

/** The keys after a rotation: one new, and of the old ones those whose tokens may still be about. */
export async function keysAfterRotation(keys: StoredKey[]): Promise<StoredKey[]> {
  const instant = now()
  const next = await createStoredKey(keys.length === 0 ? instant : addMs(instant, ACTIVATION_DELAY_MS))
  const newestFirst = [...keys].sort((one, other) => other.activeFrom.getTime() - one.activeFrom.getTime())
  const inUse = newestFirst.findIndex((key) => key.activeFrom <= instant)
  const retained = newestFirst.filter((_, index) => {
    const successor = newestFirst[index - 1]
    return (
      inUse === -1 || index <= inUse || !successor || successor.activeFrom > addMs(instant, -RETIREMENT_MS)
    )
  })
  return [next, ...retained]
}
