import type { Db } from '../db/database.ts'
import { DEAD_LETTER_QUEUE } from './job-runner.ts'

/**
 * Deletes what the queue keeps of jobs that are over and name this id, and dead letters too: whoever the id is of has
 * left. Answers how many others name it and are still to run. It reads all that the queue keeps, so it is for jobs.
 */
export async function eraseJobsContaining(db: Db, id: string, ownJobId: string): Promise<number> {
  await db`
    delete from pgboss.job
    where (state in ('completed', 'cancelled', 'failed') or name = ${DEAD_LETTER_QUEUE}) and position(${id} in data::text) > 0`
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active') and name <> ${DEAD_LETTER_QUEUE} and id <> ${ownJobId}
      and position(${id} in data::text) > 0`
  return row!.count
}
