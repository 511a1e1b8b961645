import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../platform/embedded/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '../../platform/embedded/postgres/running-postgres.ts'
import { BackupError } from './backup-error.ts'

export interface EmbeddedDatabase {
  url: string
  /** Stops the database only if it was started here. */
  close(): Promise<void>
}

/** Connects to the database of the running service, or starts the database if the service does not run. */
export async function connectEmbeddedDatabase(
  dataDir: string,
  onProgress: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const markers = ['postgres', 'postgres.place']
  if (!markers.some((name) => existsSync(join(dataDir, name))))
    throw new BackupError(`${dataDir} contains no embedded database. Set DATA_DIR to the folder to back up.`)
  const running = await findRunningPostgres(dataDir)
  if (running) {
    onProgress(`The service on ${dataDir} is running and continues to run.`)
    return { url: running.url, close: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, onProgress: onProgress })
  return { url: embedded.url, close: () => embedded.stop() }
}
