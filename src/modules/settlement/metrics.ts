import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const settlementMetrics = defineDatabaseMetrics(
  {
    lyceum_settlement_pending: `Settlement batches that are not confirmed on the chain; counted up to ${COUNT_LIMIT}`,
    lyceum_settlement_pending_oldest_seconds: 'Age of the oldest unconfirmed settlement batch, in seconds',
  },
  async (db) => {
    const [row] = await db<{ count: number; oldest: number }>`
      select
        (select count(*) from (
          select from settlement_batch where status = 'OPEN' order by created_at limit ${COUNT_LIMIT}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - created_at) from settlement_batch where status = 'OPEN'
          order by created_at limit 1), 0)::float8 as oldest`
    return {
      lyceum_settlement_pending: row!.count,
      lyceum_settlement_pending_oldest_seconds: Math.max(0, row!.oldest),
    }
  },
)
