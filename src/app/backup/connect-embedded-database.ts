import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readStateFile } from '../../platform/embedded/data-folder.ts'
import { tryLockFile } from '../../platform/embedded/file-lock.ts'
import { findPassword } from '../../platform/embedded/postgres/cluster.ts'
import { startEmbeddedPostgres } from '../../platform/embedded/postgres/embedded-postgres.ts'
import { databaseUrl } from '../../platform/embedded/postgres/wait-until-ready.ts'
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
  if (isTaken(dataDir)) {
    const port = Number(readStateFile(dataDir, 'postgres.port'))
    const password = findPassword(dataDir)
    if (!port || !password)
      throw new BackupError(`The service on ${dataDir} is starting. Try again in a moment.`)
    onProgress(`The service on ${dataDir} is running and continues to run.`)
    return { url: databaseUrl(port, password), close: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, onProgress: onProgress })
  return { url: embedded.url, close: () => embedded.stop() }
}

function isTaken(dataDir: string): boolean {
  const lock = tryLockFile(join(dataDir, 'postgres.lock'))
  lock?.release()
  return lock === undefined
}
