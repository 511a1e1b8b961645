import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

/** Due next comes first in the index, and who failed before is due later: the oldest is among the first of them. */
const SAMPLE_SIZE = 1_000

export const webhookEventMetrics = defineDatabaseMetrics(
  {
    lyceum_webhook_events_pending: `Events from outside that are not applied, by state; counted to ${COUNT_LIMIT}`,
    lyceum_webhook_events_oldest_seconds: 'How long ago the oldest event came that is still to be applied',
  },
  async (db) => {
    const [row] = await db<{ pending: number; waiting: number; dead: number; oldest: number }>`
      select
        (select count(*) from (
          select from webhook_event where state = 'PENDING' order by next_attempt_at limit ${COUNT_LIMIT}
        ) row)::integer as pending,
        (select count(*) from (
          select from webhook_event where state = 'UNMATCHED' order by match_key limit ${COUNT_LIMIT}
        ) row)::integer as waiting,
        (select count(*) from (
          select from webhook_event where state = 'DEAD' order by id limit ${COUNT_LIMIT}
        ) row)::integer as dead,
        coalesce((select extract(epoch from now() - min(received_at)) from (
          select received_at from webhook_event where state = 'PENDING' order by next_attempt_at limit ${SAMPLE_SIZE}
        ) next), 0)::float8 as oldest`
    const { pending, waiting, dead, oldest } = row!
    return {
      lyceum_webhook_events_pending: {
        label: 'state',
        values: { PENDING: pending, UNMATCHED: waiting, DEAD: dead },
      },
      lyceum_webhook_events_oldest_seconds: Math.max(0, oldest),
    }
  },
)
