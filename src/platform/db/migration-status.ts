import { COMMAND } from '../product-files.ts'
import type { Db } from './database.ts'
import { checksumOf, type Migration, warnOfNewerMigrations } from './migrate.ts'

export interface MigrationStatus {
  name: string
  /** `changed` ran with another text, `unknown` belongs to a newer version. */
  state: 'applied' | 'pending' | 'changed' | 'unknown'
  appliedAt: Date | null
}

interface AppliedMigration {
  name: string
  checksum: string
  appliedAt: Date
  isBreaking: boolean
}

/** None if no version of Lyceum has migrated the database. */
export async function listAppliedMigrations(db: Db): Promise<AppliedMigration[]> {
  const [table] = await db<{ isThere: boolean }>`
    select to_regclass('schema_migration') is not null as "isThere"`
  if (!table!.isThere) return []
  // The last column is younger than the table.
  return db<AppliedMigration>`
    select name, checksum, applied_at as "appliedAt",
      coalesce((to_jsonb(schema_migration) ->> 'is_breaking')::boolean, false) as "isBreaking"
    from schema_migration order by name`
}

/** Compares the migrations of this version with those that have run. Changes nothing. */
export async function listMigrationStatus(db: Db, migrations: Migration[]): Promise<MigrationStatus[]> {
  const rows = await listAppliedMigrations(db)
  const applied = new Map(rows.map((row) => [row.name, row]))
  const known = migrations.map((migration): MigrationStatus => {
    const { name } = migration
    const row = applied.get(name)
    if (!row) return { name, state: 'pending', appliedAt: null }
    const isSame = row.checksum === checksumOf(migration)
    return { name, state: isSame ? 'applied' : 'changed', appliedAt: row.appliedAt }
  })
  const names = new Set(migrations.map(({ name }) => name))
  const unknown = rows
    .filter(({ name }) => !names.has(name))
    .map(({ name, appliedAt }): MigrationStatus => ({ name, state: 'unknown', appliedAt }))
  return [...known, ...unknown]
}

/** Migrations are missing or changed, so this version cannot read the database. */
export class PendingMigrationsError extends Error {
  override name = 'PendingMigrationsError'
}

/** Refuses a database that this version would have to migrate, and one that a newer version changed for good. Changes nothing. */
export async function requireMigrated(
  db: Db,
  migrations: Migration[],
  onProgress: (line: string) => void,
): Promise<void> {
  const found = await listMigrationStatus(db, migrations)
  const missing = found.filter(({ state }) => state === 'pending' || state === 'changed')
  if (missing.length > 0)
    throw new PendingMigrationsError(
      `${missing.length} migrations of this version are missing or changed in the database (${missing[0]!.name}${missing.length > 1 ? ', …' : ''}). Nothing was changed. Use the version of the running service, or migrate first: ${COMMAND} migrate`,
    )
  await warnOfNewerMigrations(db, migrations, onProgress)
}
