import type { Config } from '../../platform/config/config.ts'
import { Database } from '../../platform/db/database.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { requireMigrated } from '../../platform/db/migration-status.ts'
import { requireServerVersion } from '../../platform/db/server-version.ts'
import { DatabaseSetupError, explainSetupError } from '../../platform/db/setup-error.ts'
import { createPlatform, type RunningPlatform } from '../bootstrap/create-platform.ts'
import {
  type CommandDatabase,
  connectUnchanged,
  MIGRATIONS,
  prepareCommandDatabase,
} from '../bootstrap/prepare-database.ts'

type Work = (platform: RunningPlatform) => Promise<void>
type Progress = (line: string) => void

/** Runs a command with a platform on a migrated database, also beside a running service, and closes both afterwards. */
export async function withPlatform(
  config: Config,
  work: Work,
  onProgress: Progress = (line) => console.log(line),
): Promise<void> {
  const database = await prepareCommandDatabase(config, onProgress)
  await runOn(database, config, work)
}

/**
 * Like `withPlatform`, for commands that only read, and for dry runs: it neither migrates nor creates a database. Refuses a
 * database with pending migrations. Progress goes to the standard error.
 */
export async function withUnchangedPlatform(config: Config, work: Work): Promise<void> {
  const onProgress: Progress = (line) => console.error(line)
  const database = await connectUnchanged(config, onProgress)
  if (!database)
    throw new DatabaseSetupError(
      `${config.dataDir} contains no embedded database. Set DATA_DIR or DATABASE_URL as for the service.`,
    )
  await runOn(database, config, work, () => requireUsable(config, database.url, onProgress))
}

async function runOn(
  database: CommandDatabase,
  config: Config,
  work: Work,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await check()
    const platform = await createPlatform(config, database.url)
    try {
      await work(platform)
    } finally {
      await platform.close()
    }
  } finally {
    await database.close()
  }
}

async function requireUsable(
  { database: { tlsCa } }: Config,
  url: string,
  onProgress: Progress,
): Promise<void> {
  const database = new Database({ url, tlsCa, poolSize: 1, isReadOnly: true })
  try {
    await requireServerVersion(database.query)
    await requireMigrated(database.query, readMigrations(MIGRATIONS), onProgress)
  } catch (error) {
    throw explainSetupError(error, url)
  } finally {
    await database.close()
  }
}
