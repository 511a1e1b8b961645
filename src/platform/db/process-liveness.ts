import { randomInt } from 'node:crypto'
import { log } from '../log.ts'
import { Database, type DatabaseOptions } from './database.ts'

/** Its second half is the number of a session; see docs/locks.md. */
export const PROCESS_LIVENESS_LOCK = 7_240_121
const CHECK_INTERVAL_MS = 1_000
const RETRY_PAUSE_MS = 200
const MAX_NUMBER = 2 ** 31 - 1

export interface ProcessLiveness {
  /** Of the session that stands for this process now; undefined while there is none. */
  lockNumber(): number | undefined
  end(): Promise<void>
}

/**
 * A session that does nothing but hold a lock under a number of its own. Whoever sees that nobody holds that lock knows that
 * the process behind it is gone, or that the database was, a moment after it happened and without looking at a clock.
 */
export async function startProcessLiveness(
  connection: Pick<DatabaseOptions, 'url' | 'tlsCa'>,
): Promise<ProcessLiveness> {
  const database = new Database({ ...connection, poolSize: 1, applicationName: 'lyceum-life' })
  const stopping = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  let isStopped = false
  let number: number | undefined

  const holdLock = () =>
    database.withSession(async ({ statement }) => {
      // A new one for each session: what was claimed before an outage belongs to nobody any more.
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
      await holdLock().catch((error) =>
        log.debug({ error: String(error) }, 'sign of life: the session is lost'),
      )
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
