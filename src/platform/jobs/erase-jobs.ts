import type { AutocommitDb } from '../db/database.ts'
import { DEAD_LETTER_QUEUE } from './job-runner.ts'

/**
 * Deletes finished jobs and dead letters that contain the id of an erased user. Returns how many pending or
 * running jobs contain it, without the calling job. It scans all stored jobs, so call it from jobs only.
 */
export async function eraseJobsContaining(
  autocommitDb: AutocommitDb,
  id: string,
  ownJobId: string,
): Promise<number> {
  await autocommitDb`
    delete from pgboss.job
    where (state in ('completed', 'cancelled', 'failed') or name = ${DEAD_LETTER_QUEUE}) and position(${id} in data::text) > 0`
  const [row] = await autocommitDb<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active') and name <> ${DEAD_LETTER_QUEUE} and id <> ${ownJobId}
      and position(${id} in data::text) > 0`
  return row!.count
}
