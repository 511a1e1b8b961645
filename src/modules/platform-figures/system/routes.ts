import type { Db } from '../../../platform/db/database.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { requestRates } from '../../../platform/http/request-rates.ts'
import { countFailedJobs, countOutbox, listQueues } from '../../../platform/jobs/inspect-jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { SYSTEM_EXAMPLE, SystemSchema } from './system-schema.ts'

/** How the process that answers does now. */
export function systemRoutes({ config, database, db, connections }: Platform): Endpoint[] {
  const rates = requestRates()
  return [
    adminRead('GET /admin/system', {
      summary: 'See how the service does now',
      description:
        '`process`, `requests` and `sockets` are about the process that answers, in the last minute; another request may be answered by another process. `database` and `queues` are the same for all processes. For all processes together and for the past, scrape `/metrics` of each one.',
      response: { data: SystemSchema, example: SYSTEM_EXAMPLE },
      handle: async () => {
        const { seconds, rates: requests } = rates.rates(performance.now())
        const [size, queues, outbox, failed] = await Promise.all([
          readDatabaseSize(db),
          listQueues(db),
          countOutbox(db),
          countFailedJobs(db, null),
        ])
        const sumOf = (field: 'waiting' | 'active') => queues.reduce((sum, queue) => sum + queue[field], 0)
        return {
          process: {
            role: config.role,
            uptimeSeconds: Math.round(process.uptime()),
            memoryBytes: process.memoryUsage.rss(),
          },
          requests: { seconds, classes: requests },
          sockets: connections.count,
          database: {
            poolSize: database.poolSize,
            poolInUse: database.busy,
            poolWaiting: database.waiting,
            ...size,
          },
          queues: { outbox, waiting: sumOf('waiting'), active: sumOf('active'), failed },
        }
      },
    }),
  ]
}

/** The size of the files of this database, and how many of its connections are open in all processes. */
async function readDatabaseSize(
  db: Db,
): Promise<{ sizeBytes: number; connections: number; maxConnections: number }> {
  const [row] = await db<{ sizeBytes: number; connections: number; maxConnections: number }>`
    select pg_database_size(current_database())::float8 as "sizeBytes",
      (select numbackends from pg_stat_database where datname = current_database()) as connections,
      current_setting('max_connections')::int as "maxConnections"`
  return row!
}
