import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/embedded/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '../../platform/embedded/postgres/running-postgres.ts'
import { log } from '../../platform/log.ts'
import { productPath } from '../../platform/product-files.ts'

export const MIGRATIONS = productPath('migrations')

type Progress = (line: string) => void

export interface PreparedDatabase {
  url: string
  embedded: EmbeddedPostgres | undefined
}

/**
 * Connects to the configured database or starts the embedded one, and runs the migrations. Connects to an embedded server
 * when the promise of `onLaunched` resolves.
 */
export async function prepareDatabase(
  config: Config,
  onProgress: Progress,
  onLaunched?: () => Promise<void>,
): Promise<PreparedDatabase> {
  const embedded = config.database.url
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        ...(config.database.embeddedPort ? { port: config.database.embeddedPort } : {}),
        onProgress,
        ...(onLaunched ? { onLaunched } : {}),
        onOutage: (line) => log.error(line),
      })
  const url = config.database.url ?? embedded!.serviceUrl
  try {
    await migrate({ url, tlsCa: config.database.tlsCa }, readMigrations(MIGRATIONS), onProgress)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  return { url, embedded }
}

export interface CommandDatabase {
  url: string
  /** Stops the embedded database only if it was started here. */
  close(): Promise<void>
}

/**
 * The database for a command: the embedded one of a running service, which continues to run, or else that of
 * `prepareDatabase`. Runs the migrations.
 */
export async function prepareCommandDatabase(config: Config, onProgress: Progress): Promise<CommandDatabase> {
  const running = config.database.url ? undefined : await findRunningPostgres(config.dataDir)
  if (running) {
    await migrate({ url: running.serviceUrl }, readMigrations(MIGRATIONS), onProgress)
    return { url: running.serviceUrl, close: async () => {} }
  }
  const { url, embedded } = await prepareDatabase(config, onProgress)
  return { url, close: async () => embedded?.stop() }
}

/** Connects without running migrations, also beside a running service. Undefined if there is no embedded database yet. */
export async function connectUnchanged(
  { database, dataDir }: Config,
  onProgress: Progress,
): Promise<CommandDatabase | undefined> {
  if (database.url) return { url: database.url, close: async () => {} }
  const running = await findRunningPostgres(dataDir)
  if (running) return { url: running.serviceUrl, close: async () => {} }
  if (!['postgres', 'postgres.place'].some((name) => existsSync(join(dataDir, name)))) return undefined
  const embedded = await startEmbeddedPostgres({
    dataDir,
    ...(database.embeddedPort ? { port: database.embeddedPort } : {}),
    onProgress,
  })
  return { url: embedded.serviceUrl, close: () => embedded.stop() }
}
