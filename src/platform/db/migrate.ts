import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS } from '../clock.ts'
import { Database, type Db, type OpenTransaction } from './database.ts'
import { requireServerVersion } from './server-version.ts'
import { DatabaseSetupError, explainSetupError } from './setup-error.ts'

export interface Migration {
  name: string
  text: string
}

/** An arbitrary number that no other lock uses. */
const MIGRATION_LOCK = 7_240_118
/** The first line of a migration that older versions cannot work with. */
const BREAKING = /^-- breaking\b/

/** Whether older versions cannot work with the database after it. */
export function isBreaking({ text }: Migration): boolean {
  return BREAKING.test(text)
}

export function checksumOf({ text }: Migration): string {
  return hash('sha256', text)
}

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

/**
 * Applies the pending migrations. Each runs once, in its own transaction; processes that start together wait
 * for each other. A migration that changed after it ran is rejected, because the schema would be unknown. A server that
 * is too old, a database of another program, and one that a newer version changed for good are rejected before anything
 * runs.
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
    await database.transaction(prepareTable, HOUR_MS)
    await warnOfNewerMigrations(database.query, migrations, onProgress)
    const applied = await readChecksums(database.query)
    for (const migration of migrations) {
      // A recorded migration never changes, so only the others need the lock and a second look.
      if (isApplied(migration, applied.get(migration.name))) continue
      const ran = await database.transaction((open) => applyOnce(open, migration), HOUR_MS)
      if (ran) onProgress(`migrated ${migration.name}`)
    }
  } catch (error) {
    throw explainSetupError(error, connection.url)
  } finally {
    await database.close()
  }
}

async function prepareTable({ statement, script }: OpenTransaction): Promise<void> {
  await statement`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
  const [table] = await statement<{ isThere: boolean; isComplete: boolean }>`
    select to_regclass('schema_migration') is not null as "isThere",
      exists (
        select from pg_attribute
        where attrelid = to_regclass('schema_migration') and attname = 'is_breaking'
      ) as "isComplete"`
  if (table!.isComplete) return
  if (table!.isThere) {
    await script('alter table schema_migration add column is_breaking boolean not null default false')
    return
  }
  await requireOwnDatabase(statement)
  await script(`create table schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(),
    is_breaking boolean not null default false)`)
}

/** Tables of extensions do not count. */
async function requireOwnDatabase(db: Db): Promise<void> {
  const tables = await db<{ name: string; database: string }>`
    select relname as name, current_database() as database from pg_class
    where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema())
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname limit 4`
  if (tables.length === 0) return
  const names = tables.slice(0, 3).map(({ name }) => name)
  throw new DatabaseSetupError(
    `The database ${tables[0]!.database} has tables of another program (${names.join(', ')}${tables.length > 3 ? ', …' : ''}) and none of Lyceum. Nothing was changed. Set DATABASE_URL to an empty database.`,
  )
}

/** A newer version has migrated the database and was replaced by this one: going back works, unless it is marked. */
export async function warnOfNewerMigrations(
  db: Db,
  migrations: Migration[],
  onProgress: (line: string) => void,
): Promise<void> {
  const names = migrations.map(({ name }) => name)
  const newest = names.at(-1) ?? ''
  const unknown = await db<{ name: string; isBreaking: boolean }>`
    select name, is_breaking as "isBreaking" from schema_migration
    where name <> all(${names}::text[]) and name > ${newest} order by name`
  const breaking = unknown.filter(({ isBreaking }) => isBreaking).map(({ name }) => name)
  if (breaking.length > 0)
    throw new DatabaseSetupError(
      `A newer Lyceum has migrated this database, and this version cannot work with it: ${breaking.join(', ')}. Nothing was changed. Start the newer version, or restore a backup from before the upgrade.`,
    )
  if (unknown.length > 0)
    onProgress(
      `warning: a newer Lyceum has migrated this database (${unknown.map(({ name }) => name).join(', ')}). This version works with it; see "Upgrading and going back" in docs/operations.md.`,
    )
}

async function readChecksums(db: Db): Promise<Map<string, string>> {
  const rows = await db<{ name: string; checksum: string }>`select name, checksum from schema_migration`
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Throws if the migration is recorded with another text. */
function isApplied(migration: Migration, recorded: string | undefined): boolean {
  if (recorded !== undefined && recorded !== checksumOf(migration))
    throw new DatabaseSetupError(
      `${migration.name} was changed after it ran. Restore it and write a new migration. If this is a database for development, delete it (or its DATA_DIR) and start again.`,
    )
  return recorded !== undefined
}

async function applyOnce({ statement, script }: OpenTransaction, migration: Migration): Promise<boolean> {
  await statement`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
  const [known] = await statement<{ checksum: string }>`
    select checksum from schema_migration where name = ${migration.name}`
  if (isApplied(migration, known?.checksum)) return false
  await script(migration.text)
  await statement`
    insert into schema_migration (name, checksum, is_breaking)
    values (${migration.name}, ${checksumOf(migration)}, ${isBreaking(migration)})`
  return true
}
