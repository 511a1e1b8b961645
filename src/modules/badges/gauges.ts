import { COUNTED_AT_MOST, stateGauges } from '../../platform/state-gauges.ts'

export const badgeGauges = stateGauges(
  {
    lyceum_badges_unminted: `Badges that are completed and not on the chain; counted to ${COUNTED_AT_MOST}`,
    lyceum_badges_oldest_seconds: 'How long the oldest of them waits',
  },
  async (db) => {
    const [row] = await db<{ count: number; oldest: number }>`
      select
        (select count(*) from (
          select from badge_progress where completed_at is not null and minted_at is null
          order by completed_at limit ${COUNTED_AT_MOST}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - completed_at) from badge_progress
          where completed_at is not null and minted_at is null order by completed_at limit 1), 0)::float8 as oldest`
    return { lyceum_badges_unminted: row!.count, lyceum_badges_oldest_seconds: Math.max(0, row!.oldest) }
  },
)
