import type { JWK } from 'jose'
import { now } from '../../platform/clock.ts'
import type { Database, Db, WritableDb } from '../../platform/db/database.ts'
import { seal, unseal } from '../../platform/secrets.ts'
import { createStoredKey, type KeySource, keysAfterRotation, type StoredKey } from './signing-keys.ts'

const TABLE_LOCK = 7_240_119

/** Signing keys in the database, sealed. Processes that share a database accept each other's tokens. */
export function databaseKeySource(database: Database): KeySource {
  return {
    read: async () => {
      const keys = await listKeys(database.query)
      return keys.length > 0 ? keys : createFirstKey(database)
    },
  }
}

/** Takes the table lock, because several processes may find the table empty concurrently. */
async function createFirstKey(database: Database): Promise<StoredKey[]> {
  return database.transaction(async ({ statement }) => {
    await statement`select pg_advisory_xact_lock(${TABLE_LOCK})`
    const keys = await listKeys(statement)
    if (keys.length > 0) return keys
    const key = await createStoredKey(now())
    await insertKey(statement, key)
    return [key]
  })
}

export async function rotateKeyTable(database: Database): Promise<void> {
  await database.transaction(async ({ statement }) => {
    await statement`select pg_advisory_xact_lock(${TABLE_LOCK})`
    const keys = await keysAfterRotation(await listKeys(statement))
    await statement`delete from signing_key where not key_id = any(${keys.map((key) => key.keyId)}::text[])`
    await insertKey(statement, keys[0]!)
  })
}

async function listKeys(db: Db): Promise<StoredKey[]> {
  const rows = await db<{ keyId: string; sealedKey: Buffer; activeFrom: Date }>`
    select key_id as "keyId", sealed_key as "sealedKey", active_from as "activeFrom" from signing_key`
  return rows.map(({ keyId, sealedKey, activeFrom }) => ({
    keyId,
    privateJwk: JSON.parse(unseal('signing-key', sealedKey)) as JWK,
    activeFrom,
  }))
}

async function insertKey(
  writableDb: WritableDb,
  { keyId, privateJwk, activeFrom }: StoredKey,
): Promise<void> {
  await writableDb`
    insert into signing_key (key_id, sealed_key, created_at, active_from)
    values (${keyId}, ${seal('signing-key', JSON.stringify(privateJwk))}, ${now()}, ${activeFrom})`
}
