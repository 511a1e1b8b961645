import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { now } from '../../platform/clock.ts'
import type { Config, Environment } from '../../platform/config/config.ts'
import { findMisspelledSettings } from '../../platform/config/misspelled-settings.ts'
import { findRemovedSettings } from '../../platform/config/removed-settings.ts'
import { Database, type Db } from '../../platform/db/database.ts'
import { checksumOf, isBreaking, type Migration } from '../../platform/db/migrate.ts'
import { requireServerVersion, ServerVersionError } from '../../platform/db/server-version.ts'
import { DatabaseSetupError, explainSetupError } from '../../platform/db/setup-error.ts'
import { startEmbeddedPostgres } from '../../platform/embedded/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '../../platform/embedded/postgres/running-postgres.ts'
import { BackupError } from '../backup/backup-error.ts'
import { readManifest } from '../backup/manifest.ts'
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
  const source = await connect(config)
  const database = new Database({
    url: source.url,
    ...(config.database.tlsCa ? { tlsCa: config.database.tlsCa } : {}),
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

/** Unlike other commands, without migrating. */
async function connect(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.database.url) return { url: config.database.url, close: async () => {} }
  const { dataDir } = config
  if (!['postgres', 'postgres.place'].some((name) => existsSync(join(dataDir, name))))
    throw new DatabaseSetupError(
      `${dataDir} contains no embedded database, so there is nothing to upgrade. Set DATA_DIR or DATABASE_URL as for the service.`,
    )
  const running = await findRunningPostgres(dataDir)
  if (running) return { url: running.serviceUrl, close: async () => {} }
  const embedded = await startEmbeddedPostgres({ dataDir })
  return { url: embedded.serviceUrl, close: () => embedded.stop() }
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
  const applied = await listApplied(db)
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

async function listApplied(db: Db): Promise<{ name: string; checksum: string; isBreaking: boolean }[]> {
  const [table] = await db<{
    isThere: boolean
  }>`select to_regclass('schema_migration') is not null as "isThere"`
  if (!table!.isThere) return []
  // The column is younger than the table.
  return await db<{ name: string; checksum: string; isBreaking: boolean }>`
    select name, checksum, coalesce((to_jsonb(schema_migration) ->> 'is_breaking')::boolean, false) as "isBreaking"
    from schema_migration order by name`
}

function freeBytesOf(dataDir: string): number {
  const note = join(dataDir, 'postgres.place')
  const { bavail, bsize } = statfsSync(existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir)
  return bavail * bsize
}

/** Folders with another name are not complete. */
function findNewestBackup(folder: string): UpgradeState['backup'] {
  if (!existsSync(folder)) return undefined
  const names = readdirSync(folder).filter((name) => /^lyceum-\d{8}T\d{6}Z$/.test(name))
  for (const name of names.sort().reverse()) {
    const path = join(folder, name)
    try {
      const { finishedAt } = readManifest(path)
      return { path, ageMs: now().getTime() - new Date(finishedAt).getTime() }
    } catch (error) {
      // A damaged backup is none; `backup --check` says why.
      if (!(error instanceof BackupError)) throw error
    }
  }
  return undefined
}
