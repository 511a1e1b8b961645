import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/embedded/postgres/embedded-postgres.ts'
import {
  findRunningPostgres,
  type RunningPostgres,
} from '../../platform/embedded/postgres/running-postgres.ts'
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
        port: config.database.embeddedPort,
        onProgress,
        onLaunched,
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
  config: Config,
  onProgress: Progress,
): Promise<CommandDatabase | undefined> {
  const { url } = config.database
  if (url) return { url, close: async () => {} }
  const embedded = await connectEmbedded(config, onProgress)
  return embedded && { url: embedded.serviceUrl, close: embedded.close }
}

/** Connects to the embedded database of the running service, or starts it. Undefined if there is none yet. */
export async function connectEmbedded(
  { dataDir }: Config,
  onProgress: Progress,
): Promise<(RunningPostgres & CommandDatabase & { isRunning: boolean }) | undefined> {
  const running = await findRunningPostgres(dataDir)
  if (running) return { ...running, isRunning: true, close: async () => {} }
  if (!['postgres', 'postgres.place'].some((name) => existsSync(join(dataDir, name)))) return undefined
  // A command works on any port, also if another program took the configured one and the service cannot start.
  const { url, serviceUrl, stop } = await startEmbeddedPostgres({ dataDir, onProgress })
  return { url, serviceUrl, isRunning: false, close: stop }
}
