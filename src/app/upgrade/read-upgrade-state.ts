import { statfsSync } from 'node:fs'
import { now } from '../../platform/clock.ts'
import type { Config, Environment } from '../../platform/config/config.ts'
import { findMisspelledSettings } from '../../platform/config/misspelled-settings.ts'
import { findRemovedSettings } from '../../platform/config/removed-settings.ts'
import { Database, type Db } from '../../platform/db/database.ts'
import { checksumOf, isBreaking, type Migration } from '../../platform/db/migrate.ts'
import { listAppliedMigrations } from '../../platform/db/migration-status.ts'
import { requireServerVersion, ServerVersionError } from '../../platform/db/server-version.ts'
import { DatabaseSetupError, explainSetupError } from '../../platform/db/setup-error.ts'
import { findNotedHome } from '../../platform/embedded/postgres/location.ts'
import { BackupError } from '../backup/backup-error.ts'
import { listBackups } from '../backup/backup-retention.ts'
import { connectUnchanged } from '../bootstrap/prepare-database.ts'
import type { UpgradeState } from './upgrade-report.ts'

interface Request {
  environment: Environment
  config: Config
  migrations: Migration[]
  /** The folder of the backups. */
  backups: string
}

/** Reads what an upgrade depends on, and changes nothing. */
export async function readUpgradeState(request: Request): Promise<UpgradeState> {
  const { config, environment } = request
  const source = await connectUnchanged(config, () => {})
  if (!source)
    throw new DatabaseSetupError(
      `${config.dataDir} contains no embedded database, so there is nothing to upgrade. Set DATA_DIR or DATABASE_URL as for the service.`,
    )
  const database = new Database({
    url: source.url,
    tlsCa: config.database.tlsCa,
    poolSize: 1,
    applicationName: 'lyceum-upgrade-check',
    isReadOnly: true,
  })
  try {
    const isEmbedded = !config.database.url
    return {
      database: { isEmbedded, ...(await readDatabase(database.query)) },
      migrations: await compareMigrations(database.query, request.migrations),
      settings: {
        misspelled: findMisspelledSettings(environment),
        removed: findRemovedSettings(environment),
      },
      ...(isEmbedded
        ? { freeBytes: freeBytesOf(config.dataDir), backup: findNewestBackup(request.backups) }
        : {}),
    }
  } catch (error) {
    throw explainSetupError(error, source.url)
  } finally {
    await database.close()
    await source.close()
  }
}

async function readDatabase(db: Db): Promise<Omit<UpgradeState['database'], 'isEmbedded'>> {
  const [row] = await db<{ server: string; sizeBytes: number; mayChange: boolean; isForeign: boolean }>`
    select current_setting('server_version') as server,
      pg_database_size(current_database())::float8 as "sizeBytes",
      has_schema_privilege(current_schema(), 'CREATE') as "mayChange",
      to_regclass('schema_migration') is null and exists (
        select from pg_class where relkind in ('r', 'p') and relnamespace = to_regnamespace(current_schema())
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      ) as "isForeign"`
  const serverError = await requireServerVersion(db).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ServerVersionError) return error.message
      throw error
    },
  )
  return { ...row!, serverError }
}

async function compareMigrations(db: Db, migrations: Migration[]): Promise<UpgradeState['migrations']> {
  const applied = await listAppliedMigrations(db)
  const known = new Map(applied.map((migration) => [migration.name, migration]))
  const own = new Set(migrations.map(({ name }) => name))
  return {
    applied: applied.length,
    pending: migrations
      .filter(({ name }) => !known.has(name))
      .map((migration) => ({ name: migration.name, isBreaking: isBreaking(migration) })),
    newer: applied.filter(({ name }) => !own.has(name)).map(({ name, isBreaking }) => ({ name, isBreaking })),
    changed: migrations
      .filter((migration) => known.has(migration.name))
      .filter((migration) => known.get(migration.name)!.checksum !== checksumOf(migration))
      .map(({ name }) => name),
  }
}

/** On the disk of the database, which may be outside of the data folder. */
export function freeBytesOf(dataDir: string): number {
  const { bavail, bsize } = statfsSync(findNotedHome(dataDir) ?? dataDir)
  return bavail * bsize
}

/** A damaged backup is none; `backup --check` says why. Throws if one that may be the newest cannot be read. */
export function findNewestBackup(folder: string): UpgradeState['backup'] {
  for (const { path, manifest, error } of listBackups(folder)) {
    if (error !== undefined)
      throw new BackupError(
        `The backup ${path} cannot be read: ${error}. Run the command as the user who makes the backups.`,
      )
    if (manifest) return { path, ageMs: now().getTime() - new Date(manifest.finishedAt).getTime() }
  }
  return undefined
}
