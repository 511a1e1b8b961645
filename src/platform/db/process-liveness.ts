import { randomInt } from 'node:crypto'
import { log } from '../log.ts'
import { Database, type DatabaseOptions } from './database.ts'

/** The first half of the lock key; the second half is the session's number. See docs/locks.md. */
export const PROCESS_LIVENESS_LOCK = 7_240_121
const CHECK_INTERVAL_MS = 1_000
const RETRY_PAUSE_MS = 200
const MAX_NUMBER = 2 ** 31 - 1

export interface ProcessLiveness {
  /** The number of the current session of this process; undefined while there is none. */
  lockNumber(): number | undefined
  end(): Promise<void>
}

/**
 * Holds a session-level advisory lock with a random number. When no session holds the lock of a number, the process
 * that used it has died or lost the database, and its idempotency keys can be claimed.
 */
export async function startProcessLiveness(
  connection: Pick<DatabaseOptions, 'url' | 'tlsCa'>,
): Promise<ProcessLiveness> {
  const database = new Database({ ...connection, poolSize: 1, applicationName: 'lyceum-liveness' })
  const stopping = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  let isStopped = false
  let number: number | undefined

  const takeLock = () =>
    database.withSession(async ({ statement }) => {
      // Each session gets a new number: keys claimed before an outage can then be claimed by other processes.
      const newNumber = randomInt(1, MAX_NUMBER)
      await statement`select pg_advisory_lock(${PROCESS_LIVENESS_LOCK}::integer, ${newNumber}::integer)`
      number = newNumber
      locked.resolve()
      while (!isStopped) {
        await Promise.race([Bun.sleep(CHECK_INTERVAL_MS), stopping.promise])
        await statement`select 1`
      }
    })
  const running = (async () => {
    while (!isStopped) {
      await takeLock().catch((error) => log.debug({ error: String(error) }, 'liveness: lock session lost'))
      number = undefined
      if (!isStopped) await Promise.race([Bun.sleep(RETRY_PAUSE_MS), stopping.promise])
    }
  })()
  await locked.promise
  return {
    lockNumber: () => number,
    end: async () => {
      isStopped = true
      stopping.resolve()
      await running
      await database.close()
    },
  }
}
