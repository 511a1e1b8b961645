import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS } from '../clock.ts'
import { Database } from './database.ts'
import { requireServerVersion } from './server-version.ts'

export interface Migration {
  name: string
  text: string
}

/** An arbitrary number that no other lock uses. */
const MIGRATION_LOCK = 7_240_118

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

/**
 * Applies the pending migrations. Each runs once, in its own transaction; processes that start together wait
 * for each other. A migration that changed after it ran is rejected, because the schema would be unknown. A server that
 * is too old is rejected before anything runs.
 */
export async function migrate(
  connection: { url: string; tlsCa?: string },
  migrations: Migration[],
  onProgress: (line: string) => void = () => {},
): Promise<void> {
  const database = new Database({
    ...connection,
    poolSize: 2,
    statementTimeoutMs: HOUR_MS,
    lockTimeoutMs: HOUR_MS,
    idleInTransactionTimeoutMs: HOUR_MS,
    applicationName: 'lyceum-migrate',
  })
  try {
    await requireServerVersion(database.query)
    for (const migration of migrations) {
      const ran = await database.transaction(async ({ statement, script }) => {
        await statement`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
        await script(`create table if not exists schema_migration (
          name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
        const checksum = createHash('sha256').update(migration.text).digest('hex')
        const [known] = await statement<{ checksum: string }>`
          select checksum from schema_migration where name = ${migration.name}`
        if (known) {
          if (known.checksum !== checksum)
            throw new Error(
              `${migration.name} was changed after it ran. Restore it and write a new migration.`,
            )
          return false
        }
        await script(migration.text)
        await statement`insert into schema_migration (name, checksum) values (${migration.name}, ${checksum})`
        return true
      }, HOUR_MS)
      if (ran) onProgress(`migrated ${migration.name}`)
    }
  } finally {
    await database.close()
  }
}
