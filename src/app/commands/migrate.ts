import { type Config, type Environment, readConfig } from '../../platform/config/config.ts'
import { Database } from '../../platform/db/database.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { listMigrationStatus, type MigrationStatus } from '../../platform/db/migration-status.ts'
import { connectUnchanged, MIGRATIONS, prepareCommandDatabase } from '../bootstrap/prepare-database.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { printJson, printTable } from './table.ts'

interface MigrateOptions {
  status?: boolean
  json?: boolean
}

/** Migrates, or only shows which migrations are missing. With `status`, the exit code is 5 if the database is not up to date. */
export async function runMigrate(
  environment: Environment,
  { status, json = false }: MigrateOptions = {},
): Promise<void> {
  const config = readConfig(environment)
  if (status) return printStatus(await readStatus(config), json)
  const database = await prepareCommandDatabase(config, (line) => console.log(line))
  await database.close()
  console.log('The database is up to date.')
}

function printStatus(migrations: MigrationStatus[], json: boolean): void {
  const missing = migrations.filter(({ state }) => state === 'pending' || state === 'changed')
  if (missing.length > 0) process.exitCode = EXIT_CODES.faults
  if (json) {
    printJson({ isUpToDate: missing.length === 0, migrations })
    return
  }
  const rows = migrations.map(({ name, state, appliedAt }) => [name, state, appliedAt?.toISOString() ?? ''])
  printTable(['migration', 'state', 'applied'], rows, 'There are no migrations.')
  console.log(
    missing.length === 0 ? 'The database is up to date.' : `${missing.length} are missing or changed.`,
  )
}

async function readStatus(config: Config): Promise<MigrationStatus[]> {
  const migrations = readMigrations(MIGRATIONS)
  const found = await connectUnchanged(config, (line) => console.error(line))
  // A database that does not exist yet has run none.
  if (!found) return migrations.map(({ name }) => ({ name, state: 'pending', appliedAt: null }))
  const database = new Database({ url: found.url, poolSize: 2, tlsCa: config.database.tlsCa })
  try {
    return await listMigrationStatus(database.query, migrations)
  } finally {
    await database.close()
    await found.close()
  }
}
