import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { now } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { open, seal } from '../../../platform/secrets.ts'

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

/**
 * Keys that sign credentials, in the database and sealed, apart from those of access tokens: a token lives for
 * minutes, a credential for ever, so these are never dropped. The newest one signs.
 */
export class IssuerKeys {
  readonly #database: Database
  #signer: Promise<IssuerKey & { privateKey: KeyObject }> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  async list(): Promise<IssuerKey[]> {
    await this.#current()
    return this.#database.query<IssuerKey>`
      select key_id as "keyId", public_key as "publicKey" from credential_key order by created_at desc`
  }

  /** Ed25519 is deterministic: the same bytes have the same signature, whoever asks and when. */
  async sign(bytes: Uint8Array): Promise<Uint8Array> {
    return sign(null, bytes, (await this.#current()).privateKey)
  }

  async signerId(): Promise<string> {
    return (await this.#current()).keyId
  }

  #current() {
    this.#signer ??= this.#read().catch((fault) => {
      this.#signer = undefined
      throw fault
    })
    return this.#signer
  }

  async #read(): Promise<IssuerKey & { privateKey: KeyObject }> {
    const row = (await this.#newest()) ?? (await this.#create())
    const privateKey = createPrivateKey({ key: JSON.parse(open(SEAL, row.sealedKey)), format: 'jwk' })
    return { keyId: row.keyId, publicKey: row.publicKey, privateKey }
  }

  async #newest(statement = this.#database.query): Promise<KeyRow | undefined> {
    const [row] = await statement<KeyRow>`
      select key_id as "keyId", public_key as "publicKey", sealed_key as "sealedKey"
      from credential_key order by created_at desc limit 1`
    return row
  }

  /** Two processes may find the table empty at once; the lock makes one of them first. */
  #create(): Promise<KeyRow> {
    return this.#database.transaction(async ({ statement }) => {
      await statement`select pg_advisory_xact_lock(hashtextextended('credential_key', 0))`
      const known = await this.#newest(statement)
      if (known) return known
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_PUBLIC_BYTES)
      const multikey = base58btc.encode(Uint8Array.from([...ED25519_PUBLIC, ...raw]))
      const sealedKey = seal(SEAL, JSON.stringify(privateKey.export({ format: 'jwk' })))
      await statement`
        insert into credential_key (key_id, public_key, sealed_key, created_at)
        values (${multikey}, ${multikey}, ${sealedKey}, ${now()})`
      return { keyId: multikey, publicKey: multikey, sealedKey }
    })
  }
}
