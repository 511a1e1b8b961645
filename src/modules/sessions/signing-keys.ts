import { createPrivateKey, type JsonWebKeyInput, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { addMs, HOUR_MS, MINUTE_MS, monotonicMs, now, nowMs } from '../../platform/clock.ts'
import { gauge } from '../../platform/metrics.ts'
import { OutageLog } from '../../platform/outage-log.ts'
import { COMMAND } from '../../platform/product-files.ts'

export const SIGNING_ALGORITHM = 'ES256'
export const TOKEN_TYPE = 'at+jwt'

/** A private JWK and the time from which it signs. */
export interface StoredKey {
  keyId: string
  privateJwk: JWK
  activeFrom: Date
}

/** A key file or the database. */
export interface KeySource {
  read(): Promise<StoredKey[]>
}

interface RingKey {
  keyId: string
  activeFrom: Date
  privateKey: KeyObject
  publicKey: CryptoKey
  publicJwk: JWK
}

const REREAD_MS = 30_000
const REREAD_ON_UNKNOWN_MS = 2_000
/** Every process reads the new key before any process signs with it. */
const ACTIVATION_DELAY_MS = 2 * MINUTE_MS
/** Access tokens live for minutes, so a key can be deleted an hour after its successor became active. */
const RETIREMENT_MS = HOUR_MS

/** The current signing keys. Rereads them while the process runs, so that a rotation signs no user out. */
export class KeyRing {
  readonly #source: KeySource
  #keys: RingKey[] = []
  readonly #outage = new OutageLog('sessions')
  #readAt = 0
  #timer: Timer | undefined
  #succeededAt = monotonicMs()

  private constructor(source: KeySource) {
    this.#source = source
    gauge(
      'lyceum_signing_keys_age_seconds',
      'Seconds since the keys that sign access tokens were last read',
      () => (monotonicMs() - this.#succeededAt) / 1000,
    )
  }

  static async open(source: KeySource): Promise<KeyRing> {
    const ring = new KeyRing(source)
    await ring.#read()
    if (ring.#keys.length === 0)
      throw new Error(`No signing key for access tokens found. Create one with: ${COMMAND} keys create`)
    ring.#timer = setInterval(() => {
      ring.#read().then(
        () => ring.#outage.succeeded(),
        (error) => ring.#outage.failed(error, 'reading signing keys failed'),
      )
    }, REREAD_MS)
    ring.#timer.unref()
    return ring
  }

  /** The newest active key; if none is active yet, the oldest. */
  signingKey(): RingKey {
    const instant = nowMs()
    return this.#keys.find((key) => key.activeFrom.getTime() <= instant) ?? this.#keys[this.#keys.length - 1]!
  }

  /** Rereads the keys if the key is unknown, at most every two seconds: another process may have just created it. */
  async findPublicKey(keyId: string | undefined): Promise<CryptoKey | undefined> {
    const known = this.#keys.find((key) => key.keyId === keyId)
    if (known || nowMs() - this.#readAt < REREAD_ON_UNKNOWN_MS) return known?.publicKey
    await this.#read()
    return this.#keys.find((key) => key.keyId === keyId)?.publicKey
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
    // An operator who empties the file by mistake must not sign every user out.
    if (stored.length === 0 && this.#keys.length > 0)
      throw new Error('The key source is empty. The keys in memory stay in use.')
    const keys = await Promise.all(
      stored.map(
        async (key) => this.#keys.find((known) => known.keyId === key.keyId) ?? (await importKey(key)),
      ),
    )
    this.#succeededAt = monotonicMs()
    this.#keys = keys.sort((one, other) => other.activeFrom.getTime() - one.activeFrom.getTime())
  }
}

async function importKey({ keyId, privateJwk, activeFrom }: StoredKey): Promise<RingKey> {
  const { d: _private, ...publicPart } = privateJwk
  const publicJwk: JWK = { ...publicPart, kid: keyId, use: 'sig', alg: SIGNING_ALGORITHM }
  return {
    keyId,
    activeFrom,
    privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' } as JsonWebKeyInput),
    publicKey: (await importJWK(publicJwk, SIGNING_ALGORITHM)) as CryptoKey,
    publicJwk,
  }
}

export async function createStoredKey(activeFrom: Date): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  return { keyId: await calculateJwkThumbprint(privateJwk), privateJwk, activeFrom }
}

/** Adds a new key and drops the keys whose tokens have all expired. */
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
