import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const certificateMetrics = defineDatabaseMetrics(
  {
    lyceum_certificate_mints_pending: `Claimed certificates without a token on the chain; counted up to ${COUNT_LIMIT}`,
    lyceum_certificate_mints_pending_oldest_seconds:
      'Age of the oldest claimed certificate without a token on the chain',
  },
  async (db) => {
    const [row] = await db<{ count: number; oldest: number }>`
      select
        (select count(*) from (
          select from certificate where token_id is null order by issued_at limit ${COUNT_LIMIT}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - issued_at) from certificate where token_id is null
          order by issued_at limit 1), 0)::float8 as oldest`
    return {
      lyceum_certificate_mints_pending: row!.count,
      lyceum_certificate_mints_pending_oldest_seconds: Math.max(0, row!.oldest),
    }
  },
)
