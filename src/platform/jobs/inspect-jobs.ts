import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Tx } from '../transaction/tx.ts'
import { DEAD_LETTER_QUEUE } from './job-runner.ts'

/** The numbers of a queue's jobs, for operators, from the queue's last monitoring run. */
export interface QueueStats {
  name: string
  waiting: number
  /** Not due yet. */
  deferred: number
  active: number
  failed: number
  countedAt: Date | null
}

export async function listQueues(db: Db): Promise<QueueStats[]> {
  if (!(await hasQueues(db))) return []
  return db<QueueStats>`
    select name, queued_count as waiting, deferred_count as deferred, active_count as active, failed_count as failed,
      monitor_on as "countedAt"
    from pgboss.queue where name <> ${DEAD_LETTER_QUEUE} and name not like '\\_\\_%' order by name`
}

/** Counts committed jobs that the relay has not moved yet, up to 10,000. */
export async function countOutbox(db: Db): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from (select from outbox limit 10000) row`
  return row!.count
}

export interface FailedJob {
  id: string
  job: string
  message: string | null
  failedAt: Date
}

/** Lists dead letters, newest first. Their data is not shown: it may be private. */
export async function listFailedJobs(
  db: Db,
  { job, limit, offset }: { job: string | null; limit: number; offset: number },
): Promise<FailedJob[]> {
  if (!(await hasQueues(db))) return []
  const rows = await db<FailedJob>`
    select id, source_name as job, source_output ->> 'message' as message, created_on as "failedAt"
    from pgboss.job
    where name = ${DEAD_LETTER_QUEUE} and state = 'created' and source_name is not null
      and (${job}::text is null or source_name = ${job}::text)
    order by created_on desc, id limit ${limit} offset ${offset}`
  return rows.map((row) => ({ ...row, message: row.message && publicMessage(row.message) }))
}

/** The error message without the statement, the stack and the class name: those are in the log. */
function publicMessage(message: string): string {
  const [first = ''] = message.split('\n')
  return first
    .replace(/^(\w*(Error|Fault): )+/, '')
    .replace(/ in: .*$/, '')
    .slice(0, 300)
}

export async function countFailedJobs(db: Db, job: string | null): Promise<number> {
  if (!(await hasQueues(db))) return 0
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from pgboss.job
    where name = ${DEAD_LETTER_QUEUE} and state = 'created' and source_name is not null
      and (${job}::text is null or source_name = ${job}::text)`
  return row!.count
}

/** Counts dead letters up to a limit, with the time of the oldest one. They are due at once, so they are in that order. */
export async function countWaitingFailedJobs(
  db: Db,
  limit: number,
): Promise<{ count: number; oldestAt: Date | null }> {
  if (!(await hasQueues(db))) return { count: 0, oldestAt: null }
  const [row] = await db<{ count: number; oldestAt: Date | null }>`
    select count(*)::integer as count, min(created_on) as "oldestAt" from (
      select created_on from pgboss.job
      where name = ${DEAD_LETTER_QUEUE} and state = 'created' and source_name is not null
      order by start_after limit ${limit}
    ) waiting`
  return row!
}

/**
 * Replaces a dead letter with a new job with the same data; undefined if it does not exist or was already
 * retried.
 */
export async function retryFailedJob(tx: Tx, id: string): Promise<{ job: string } | undefined> {
  if (!(await hasQueues(tx))) return undefined
  const [row] = await tx<{ job: string }>`
    with failed as (
      delete from pgboss.job
      where name = ${DEAD_LETTER_QUEUE} and id = ${id} and state = 'created' and source_name is not null
      returning source_name, data
    )
    insert into outbox (id, job, data) select ${newId()}, source_name, data from failed returning job`
  return row
}

/** Returns false until the first job runner of the database has created the queue's tables. */
export async function hasQueues(db: Db): Promise<boolean> {
  const [row] = await db<{ isThere: boolean }>`select to_regclass('pgboss.job') is not null as "isThere"`
  return row!.isThere
}
