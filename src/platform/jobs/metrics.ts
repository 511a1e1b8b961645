import { backlogMetrics } from '../backlog-metrics.ts'
import { COUNT_LIMIT, defineDatabaseMetrics } from '../database-metrics.ts'
import { hasQueues, listQueues } from './inspect-jobs.ts'
import { DEAD_LETTER_QUEUE } from './job-runner.ts'

export const outboxMetrics = backlogMetrics({
  table: 'outbox',
  orderBy: 'id',
  count: ['lyceum_outbox_rows', 'Committed jobs that the relay has not moved yet'],
  age: ['lyceum_outbox_oldest_seconds', 'Age of the oldest job in the outbox'],
  since: 'created_at',
})

/** The queue's monitor counts them every ten seconds. */
export const queueMetrics = defineDatabaseMetrics(
  {
    lyceum_jobs_waiting: 'Jobs that are due and wait for a worker, by queue',
    lyceum_jobs_active: 'Jobs that are running, by queue',
  },
  async (db) => {
    const queues = await listQueues(db)
    const by = (count: 'waiting' | 'active') => ({
      label: 'queue',
      values: Object.fromEntries(queues.map((queue) => [queue.name, queue[count]])),
    })
    return { lyceum_jobs_waiting: by('waiting'), lyceum_jobs_active: by('active') }
  },
)

/**
 * How many due jobs are read per queue, in the order in which workers take them. The oldest is the one with
 * the earliest due time: a retried job is due later than its neighbours.
 */
const MAX_JOBS_READ = 100

export const lateJobMetrics = defineDatabaseMetrics(
  {
    lyceum_jobs_oldest_seconds: 'How long the oldest due job has waited, by queue',
    lyceum_jobs_dead_letters: `Dead letters; counted up to ${COUNT_LIMIT}`,
  },
  async (db) => {
    if (!(await hasQueues(db))) return { lyceum_jobs_oldest_seconds: null, lyceum_jobs_dead_letters: 0 }
    const [row] = await db<{ late: Record<string, number>; dead: number }>`
      select
        (select coalesce(jsonb_object_agg(queue.name, greatest(0, coalesce(extract(epoch from now() - oldest.due), 0))), '{}')
          from pgboss.queue as queue
          left join lateral (
            select min(start_after) as due from (
              select start_after from pgboss.job
              where name = queue.name and state < 'active' and not blocked and start_after <= now()
              order by priority desc, created_on limit ${MAX_JOBS_READ}
            ) as next
          ) as oldest on true
          where queue.name <> ${DEAD_LETTER_QUEUE} and queue.name not like '\\_\\_%') as late,
        (select count(*) from (
          select from pgboss.job where name = ${DEAD_LETTER_QUEUE} and state < 'active' and not blocked
          order by priority desc, created_on limit ${COUNT_LIMIT}
        ) dead)::integer as dead`
    return {
      lyceum_jobs_oldest_seconds: { label: 'queue', values: row!.late },
      lyceum_jobs_dead_letters: row!.dead,
    }
  },
)
