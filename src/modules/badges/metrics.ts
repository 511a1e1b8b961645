import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const badgeMetrics = defineDatabaseMetrics(
  {
    lyceum_badge_mints_pending: `Completed badges that are not on the chain; counted up to ${COUNT_LIMIT}`,
    lyceum_badge_mints_pending_oldest_seconds: 'Age of the oldest completed badge that is not on the chain',
  },
  async (db) => {
    const [row] = await db<{ count: number; oldest: number }>`
      select
        (select count(*) from (
          select from badge_progress where completed_at is not null and minted_at is null
          order by completed_at limit ${COUNT_LIMIT}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - completed_at) from badge_progress
          where completed_at is not null and minted_at is null order by completed_at limit 1), 0)::float8 as oldest`
    return {
      lyceum_badge_mints_pending: row!.count,
      lyceum_badge_mints_pending_oldest_seconds: Math.max(0, row!.oldest),
    }
  },
)
