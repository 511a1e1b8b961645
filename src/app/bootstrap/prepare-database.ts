import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/embedded/postgres/embedded-postgres.ts'
import { log } from '../../platform/log.ts'

export const MIGRATIONS = join(import.meta.dir, '../../../migrations')

type Progress = (line: string) => void

export interface PreparedDatabase {
  url: string
  embedded: EmbeddedPostgres | undefined
}

/** Connects to the configured database or starts the embedded one, and runs the migrations. */
export async function prepareDatabase(config: Config, onProgress: Progress): Promise<PreparedDatabase> {
  const embedded = config.database.url
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        ...(config.database.embeddedPort ? { port: config.database.embeddedPort } : {}),
        onProgress,
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
