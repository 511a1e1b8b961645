import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

/** The index is sorted by the next attempt and retries are due later: the oldest event is among the first rows. */
const SAMPLE_SIZE = 1_000

export const webhookEventMetrics = defineDatabaseMetrics(
  {
    lyceum_webhook_events_pending: `Webhook events that are not processed, by state, counted up to ${COUNT_LIMIT}`,
    lyceum_webhook_events_oldest_seconds: 'Age of the oldest pending webhook event',
  },
  async (db) => {
    const [row] = await db<{ pending: number; unmatched: number; dead: number; oldest: number }>`
      select
        (select count(*) from (
          select from webhook_event where state = 'PENDING' order by next_attempt_at limit ${COUNT_LIMIT}
        ) row)::integer as pending,
        (select count(*) from (
          select from webhook_event where state = 'UNMATCHED' order by match_key limit ${COUNT_LIMIT}
        ) row)::integer as unmatched,
        (select count(*) from (
          select from webhook_event where state = 'DEAD' order by id limit ${COUNT_LIMIT}
        ) row)::integer as dead,
        coalesce((select extract(epoch from now() - min(received_at)) from (
          select received_at from webhook_event where state = 'PENDING' order by next_attempt_at limit ${SAMPLE_SIZE}
        ) next), 0)::float8 as oldest`
    const { pending, unmatched, dead, oldest } = row!
    return {
      lyceum_webhook_events_pending: {
        label: 'state',
        values: { PENDING: pending, UNMATCHED: unmatched, DEAD: dead },
      },
      lyceum_webhook_events_oldest_seconds: Math.max(0, oldest),
    }
  },
)
