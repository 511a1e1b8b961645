import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { addMs, MINUTE_MS, now, nowMs, SECOND_MS } from '../../../platform/clock.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { seal, unseal } from '../../../platform/secrets.ts'

/** A key of the issuer: Ed25519, the public part as a Multikey, by which it is also called. */
export interface IssuerKey {
  keyId: string
  publicKey: string
}

interface KeyRow extends IssuerKey {
  sealedKey: Buffer
}

const SEAL = 'credential-key'
/** What says that a Multikey is an Ed25519 public key. */
const ED25519_PUBLIC = Uint8Array.of(0xed, 0x01)
const RAW_PUBLIC_BYTES = 32

/** Whoever keeps the published keys for as long as they are told to has the new one by then. */
const PUBLISH_DELAY_MS = 2 * MINUTE_MS
/** How long a process goes on with the key that it has. */
const CACHE_MS = 30 * SECOND_MS

export interface Signer {
  keyId: string
  /** Ed25519 is deterministic: the same bytes have the same signature, whoever asks and when. */
  sign(bytes: Uint8Array): Uint8Array
}

/**
 * Keys that sign credentials, in the database and sealed, apart from those of access tokens: a token lives for
 * minutes, a credential for ever, so these are never dropped. The newest that has been published for a while signs.
 */
export class IssuerKeys {
  readonly #database: Database
  #cached: { signer: Promise<Signer>; readAt: number } | undefined

  constructor(database: Database) {
    this.#database = database
  }

  async list(): Promise<IssuerKey[]> {
    await this.signer()
    return this.#database.query<IssuerKey>`
      select key_id as "keyId", public_key as "publicKey" from credential_key order by created_at desc, key_id`
  }

  /** One for the whole of what is signed: the next may be another. */
  signer(): Promise<Signer> {
    if (this.#cached && nowMs() - this.#cached.readAt < CACHE_MS) return this.#cached.signer
    const signer = this.#read()
    this.#cached = { signer, readAt: nowMs() }
    signer.catch(() => {
      this.#cached = undefined
    })
    return signer
  }

  async #read(): Promise<Signer> {
    const row = (await findSigningKey(this.#database.query)) ?? (await this.#createFirst())
    const privateKey = createPrivateKey({ key: JSON.parse(unseal(SEAL, row.sealedKey)), format: 'jwk' })
    return { keyId: row.keyId, sign: (bytes) => sign(null, bytes, privateKey) }
  }

  #createFirst(): Promise<KeyRow> {
    return this.#database.transaction(async ({ statement }) => {
      await lockKeys(statement)
      return (await findSigningKey(statement)) ?? insertKey(statement)
    })
  }
}

/** Adds a key, which is published at once and signs two minutes later. What others signed stays good. */
export function addIssuerKey(database: Database): Promise<IssuerKey> {
  return database.transaction(async ({ statement }) => {
    await lockKeys(statement)
    const signing = await findSigningKey(statement)
    if (signing) checkSecretKey(signing)
    const { keyId, publicKey } = await insertKey(statement)
    return { keyId, publicKey }
  })
}

/** The service could not open what another secret key than its own has sealed, and could sign nothing two minutes later. */
function checkSecretKey({ sealedKey }: KeyRow): void {
  try {
    unseal(SEAL, sealedKey)
  } catch {
    throw new ConfigError([
      'SECRET_KEY is not the one that the credential keys in the database are sealed with. No key was added.',
    ])
  }
}

/** The newest that has been published for long enough; as long as none has, the first one. */
async function findSigningKey(statement: Db): Promise<KeyRow | undefined> {
  const [row] = await statement<KeyRow>`
    with key as (
      select key_id as "keyId", public_key as "publicKey", sealed_key as "sealedKey", created_at,
        created_at <= ${addMs(now(), -PUBLISH_DELAY_MS)} as is_known
      from credential_key)
    select "keyId", "publicKey", "sealedKey" from key
    order by is_known desc, case when is_known then created_at end desc, created_at, "keyId" limit 1`
  return row
}

/** Two processes may find the table empty at once; the lock makes one of them first. */
async function lockKeys(statement: Db): Promise<void> {
  await statement`select pg_advisory_xact_lock(hashtextextended('credential_key', 0))`
}

async function insertKey(statement: Db): Promise<KeyRow> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_PUBLIC_BYTES)
  const multikey = base58btc.encode(Uint8Array.from([...ED25519_PUBLIC, ...raw]))
  const sealedKey = seal(SEAL, JSON.stringify(privateKey.export({ format: 'jwk' })))
  await statement`
    insert into credential_key (key_id, public_key, sealed_key, created_at)
    values (${multikey}, ${multikey}, ${sealedKey}, ${now()})`
  return { keyId: multikey, publicKey: multikey, sealedKey }
}
