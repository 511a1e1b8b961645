import { randomInt } from 'node:crypto'
import { log } from '../log.ts'
import { Database, type DatabaseOptions } from './database.ts'

/** Its second half is the number of a session; see docs/locks.md. */
export const LIFE_LOCK = 7_240_121
const LOOK_EVERY_MS = 1_000
const PAUSE_MS = 200
const NUMBERS = 2 ** 31 - 1

export interface SignOfLife {
  /** Of the session that stands for this process now; undefined while there is none. */
  number(): number | undefined
  end(): Promise<void>
}

/**
 * A session that does nothing but hold a lock under a number of its own. Whoever sees that nobody holds that lock knows that
 * the process behind it is gone, or that the database was, a moment after it happened and without looking at a clock.
 */
export async function startSignOfLife(
  connection: Pick<DatabaseOptions, 'url' | 'tlsCa'>,
): Promise<SignOfLife> {
  const database = new Database({ ...connection, poolSize: 1, applicationName: 'lyceum-life' })
  const stopping = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  let isStopped = false
  let number: number | undefined

  const hold = () =>
    database.withSession(async ({ statement }) => {
      // A new one for each session: what was claimed before an outage belongs to nobody any more.
      const mine = randomInt(1, NUMBERS)
      await statement`select pg_advisory_lock(${LIFE_LOCK}::integer, ${mine}::integer)`
      number = mine
      held.resolve()
      while (!isStopped) {
        await Promise.race([Bun.sleep(LOOK_EVERY_MS), stopping.promise])
        await statement`select 1`
      }
    })
  const running = (async () => {
    while (!isStopped) {
      await hold().catch((fault) => log.debug({ fault: String(fault) }, 'sign of life: the session is lost'))
      number = undefined
      if (!isStopped) await Promise.race([Bun.sleep(PAUSE_MS), stopping.promise])
    }
  })()
  await held.promise
  return {
    number: () => number,
    end: async () => {
      isStopped = true
      stopping.resolve()
      await running
      await database.close()
    },
  }
}
