import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { Cache } from '../../../platform/cache/cache.ts'
import { addMs, MINUTE_MS, now, SECOND_MS } from '../../../platform/clock.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { Database, Db, WritableDb } from '../../../platform/db/database.ts'
import { seal, unseal } from '../../../platform/secrets.ts'

/** An Ed25519 key of the issuer. The public part is a Multikey, which is also the key id. */
export interface IssuerKey {
  keyId: string
  publicKey: string
}

interface KeyRow extends IssuerKey {
  sealedKey: Buffer
}

const SEAL = 'credential-key'
/** The Multikey prefix of an Ed25519 public key. */
const ED25519_PUBLIC = Uint8Array.of(0xed, 0x01)
const RAW_PUBLIC_BYTES = 32

/** A new key signs only after every cached copy of the published keys has expired. */
const PUBLISH_DELAY_MS = 2 * MINUTE_MS
/** How long a process uses its cached signing key. */
const CACHE_MS = 30 * SECOND_MS

export interface Signer {
  keyId: string
  /** Ed25519 is deterministic: the same bytes always have the same signature. */
  sign(bytes: Uint8Array): Uint8Array
}

/**
 * The keys that sign credentials, stored sealed in the database. They are never deleted, because credentials do not
 * expire. The newest key that was published at least `PUBLISH_DELAY_MS` ago signs.
 */
export class IssuerKeys {
  readonly #database: Database
  readonly #cache = new Cache<'signer', Signer>({ maxSize: 1, ttlMs: CACHE_MS })

  constructor(database: Database) {
    this.#database = database
  }

  async list(): Promise<IssuerKey[]> {
    await this.signer()
    return this.#database.query<IssuerKey>`
      select key_id as "keyId", public_key as "publicKey" from credential_key order by created_at desc, key_id`
  }

  /** Callers use one signer for a whole document: the next call may return another key. */
  async signer(): Promise<Signer> {
    return this.#cache.load('signer', () => this.#read())
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

/** Adds a key. It is published immediately and signs two minutes later; earlier signatures stay valid. */
export function addIssuerKey(database: Database): Promise<IssuerKey> {
  return database.transaction(async ({ statement }) => {
    await lockKeys(statement)
    const signing = await findSigningKey(statement)
    if (signing) checkSecretKey(signing)
    const { keyId, publicKey } = await insertKey(statement)
    return { keyId, publicKey }
  })
}

/** Throws if SECRET_KEY differs from the one of the service, which could then not unseal the new key. */
function checkSecretKey({ sealedKey }: KeyRow): void {
  try {
    unseal(SEAL, sealedKey)
  } catch {
    throw new ConfigError([
      'SECRET_KEY differs from the one that sealed the credential keys in the database. No key was added.',
    ])
  }
}

/** The newest key that was published long enough ago; if there is none, the oldest key. */
async function findSigningKey(db: Db): Promise<KeyRow | undefined> {
  const [row] = await db<KeyRow>`
    with key as (
      select key_id as "keyId", public_key as "publicKey", sealed_key as "sealedKey", created_at,
        created_at <= ${addMs(now(), -PUBLISH_DELAY_MS)} as is_published
      from credential_key)
    select "keyId", "publicKey", "sealedKey" from key
    order by is_published desc, case when is_published then created_at end desc, created_at, "keyId" limit 1`
  return row
}

/** Serializes the creation of keys, so that two processes do not both create the first one. */
async function lockKeys(statement: WritableDb): Promise<void> {
  await statement`select pg_advisory_xact_lock(hashtextextended('credential_key', 0))`
}

async function insertKey(statement: WritableDb): Promise<KeyRow> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_PUBLIC_BYTES)
  const multikey = base58btc.encode(Uint8Array.from([...ED25519_PUBLIC, ...raw]))
  const sealedKey = seal(SEAL, JSON.stringify(privateKey.export({ format: 'jwk' })))
  await statement`
    insert into credential_key (key_id, public_key, sealed_key, created_at)
    values (${multikey}, ${multikey}, ${sealedKey}, ${now()})`
  return { keyId: multikey, publicKey: multikey, sealedKey }
}
