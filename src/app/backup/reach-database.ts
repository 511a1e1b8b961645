import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readStateFile } from '../../platform/embedded/data-folder.ts'
import { tryLockFile } from '../../platform/embedded/file-lock.ts'
import { startEmbeddedPostgres } from '../../platform/embedded/postgres.ts'
import { findPassword } from '../../platform/embedded/postgres-cluster.ts'
import { databaseUrl } from '../../platform/embedded/postgres-ready.ts'
import { BackupFault } from './backup-fault.ts'

export interface ReachedDatabase {
  url: string
  /** Stops what was started here; a service that runs is left alone. */
  leave(): Promise<void>
}

/** The embedded database of a data folder: that of the running service, or one that is started for the purpose. */
export async function reachDatabase(dataDir: string, say: (line: string) => void): Promise<ReachedDatabase> {
  const places = ['postgres', 'postgres.place']
  if (!places.some((name) => existsSync(join(dataDir, name))))
    throw new BackupFault(
      `There is no embedded database in ${dataDir}. DATA_DIR names the folder to back up.`,
    )
  if (isTaken(dataDir)) {
    const port = Number(readStateFile(dataDir, 'postgres.port'))
    const password = findPassword(dataDir)
    if (!port || !password)
      throw new BackupFault(`The service on ${dataDir} is only just starting. Try again in a moment.`)
    say(`The service on ${dataDir} is running; it goes on meanwhile.`)
    return { url: databaseUrl(port, password), leave: async () => {} }
  }
  const embedded = await startEmbeddedPostgres({ dataDir, onProgress: say })
  return { url: embedded.url, leave: () => embedded.stop() }
}

function isTaken(dataDir: string): boolean {
  const lock = tryLockFile(join(dataDir, 'postgres.lock'))
  lock?.release()
  return lock === undefined
}
