import { randomInt } from 'node:crypto'
import { Poller } from '../concurrency/poller.ts'
import { log } from '../log.ts'
import { Database, type DatabaseOptions } from './database.ts'

/** The first half of the lock key; the second half is the session's number. See docs/locks.md. */
export const PROCESS_LIVENESS_LOCK = 7_240_121
/** The driver reports a closed connection; this is only for one that is lost without a message. Its lock remains as long. */
const CHECK_INTERVAL_MS = 15_000
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
  { checkIntervalMs = CHECK_INTERVAL_MS } = {},
): Promise<ProcessLiveness> {
  const poller = new Poller()
  const database = new Database({
    ...connection,
    poolSize: 1,
    applicationName: 'lyceum-liveness',
    onConnectionClosed: () => poller.wake(),
  })
  const locked = Promise.withResolvers<void>()
  let number: number | undefined

  const takeLock = () =>
    database.withSession(async ({ statement }) => {
      // Each session gets a new number: keys claimed before an outage can then be claimed by other processes.
      const newNumber = randomInt(1, MAX_NUMBER)
      await statement`select pg_advisory_lock(${PROCESS_LIVENESS_LOCK}::integer, ${newNumber}::integer)`
      number = newNumber
      locked.resolve()
      while (!poller.isStopped) {
        poller.beginRound()
        await statement`select 1`
        await poller.sleep(checkIntervalMs)
      }
    })
  poller.start(async () => {
    while (!poller.isStopped) {
      await takeLock().catch((error) => log.debug({ error: String(error) }, 'liveness: lock session lost'))
      number = undefined
      await poller.pause(RETRY_PAUSE_MS)
    }
  })
  await locked.promise
  return {
    lockNumber: () => number,
    end: async () => {
      await poller.stop()
      await database.close()
    },
  }
}
