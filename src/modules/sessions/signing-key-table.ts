import type { JWK } from 'jose'
import { now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { seal, unseal } from '../../platform/secrets.ts'
import { createStoredKey, type KeySource, keysAfterRotation, type StoredKey } from './signing-keys.ts'

interface KeyRow {
  keyId: string
  sealedKey: Buffer
  activeFrom: Date
}

const TABLE_LOCK = 7_240_119

/** The keys in the database, sealed: whatever processes share a database accept each other's tokens. */
export function databaseKeySource(database: Database): KeySource {
  return {
    read: async () => {
      const rows = await database.query<KeyRow>`
        select key_id as "keyId", sealed_key as "sealedKey", active_from as "activeFrom" from signing_key`
      return rows.length > 0 ? rows.map(unsealRow) : createFirstKey(database)
    },
  }
}

function unsealRow(row: KeyRow): StoredKey {
  return {
    keyId: row.keyId,
    privateJwk: JSON.parse(unseal('signing-key', row.sealedKey)) as JWK,
    activeFrom: row.activeFrom,
  }
}

/** Two processes may find the table empty at once; the lock makes one of them first. */
async function createFirstKey(database: Database): Promise<StoredKey[]> {
  return database.transaction(async ({ statement }) => {
    await statement`select pg_advisory_xact_lock(${TABLE_LOCK})`
    const rows = await statement<KeyRow>`
      select key_id as "keyId", sealed_key as "sealedKey", active_from as "activeFrom" from signing_key`
    if (rows.length > 0) return rows.map(unsealRow)
    const key = await createStoredKey(now())
    await statement`
      insert into signing_key (key_id, sealed_key, created_at, active_from)
      values (${key.keyId}, ${seal('signing-key', JSON.stringify(key.privateJwk))}, ${now()}, ${key.activeFrom})`
    return [key]
  })
}

export async function rotateKeyTable(database: Database): Promise<void> {
  await database.transaction(async ({ statement }) => {
    await statement`select pg_advisory_xact_lock(${TABLE_LOCK})`
    const rows = await statement<KeyRow>`
      select key_id as "keyId", sealed_key as "sealedKey", active_from as "activeFrom" from signing_key`
    const keys = await keysAfterRotation(rows.map(unsealRow))
    await statement`delete from signing_key where not key_id = any(${keys.map((key) => key.keyId)}::text[])`
    const added = keys[0]!
    await statement`
      insert into signing_key (key_id, sealed_key, created_at, active_from)
      values (${added.keyId}, ${seal('signing-key', JSON.stringify(added.privateJwk))}, ${now()}, ${added.activeFrom})`
  })
}
