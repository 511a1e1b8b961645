import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readStateFile } from '../data-folder.ts'
import { EmbeddedPostgresError, errorText } from '../embedded-error.ts'
import { tryLockFile } from '../file-lock.ts'
import { findPassword } from './cluster.ts'
import { databaseUrl, query, serviceUrl } from './wait-until-ready.ts'

export interface RunningPostgres {
  /** For the superuser. */
  url: string
  serviceUrl: string
}

const START_SECONDS = 60

/**
 * Finds the database that another Lyceum runs on the data folder; undefined if no process uses the folder. Waits while
 * that process starts its database.
 */
export async function findRunningPostgres(
  dataDir: string,
  waitSeconds = START_SECONDS,
): Promise<RunningPostgres | undefined> {
  const deadline = performance.now() + waitSeconds * 1000
  let reason = 'its port and password are not known yet'
  while (isLocked(dataDir)) {
    const port = Number(readStateFile(dataDir, 'postgres.port'))
    const password = findPassword(dataDir)
    if (port && password) {
      const running = { url: databaseUrl(port, password), serviceUrl: serviceUrl(port, password) }
      try {
        // The port may be that of the last start, so a connection with the password is the proof.
        await query(running.serviceUrl, 'select 1')
        return running
      } catch (error) {
        reason = errorText(error)
      }
    }
    if (performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `Another Lyceum is using ${dataDir}, but its database does not answer (${reason}). It may be starting or stopping: try again in a moment.`,
      )
    await Bun.sleep(200)
  }
  return undefined
}

function isLocked(dataDir: string): boolean {
  const file = join(dataDir, 'postgres.lock')
  if (!existsSync(file)) return false
  const lock = tryLockFile(file)
  lock?.release()
  return lock === undefined
}
