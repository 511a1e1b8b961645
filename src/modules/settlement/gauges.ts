import { COUNTED_AT_MOST, stateGauges } from '../../platform/state-gauges.ts'

export const settlementGauges = stateGauges(
  {
    lyceum_settlement_open: `Batches of XP and gems on their way to the chain; counted to ${COUNTED_AT_MOST}`,
    lyceum_settlement_oldest_seconds: 'How long the oldest of them is under way',
  },
  async (db) => {
    const [row] = await db<{ count: number; oldest: number }>`
      select
        (select count(*) from (
          select from settlement_batch where status = 'OPEN' order by created_at limit ${COUNTED_AT_MOST}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - created_at) from settlement_batch where status = 'OPEN'
          order by created_at limit 1), 0)::float8 as oldest`
    return { lyceum_settlement_open: row!.count, lyceum_settlement_oldest_seconds: Math.max(0, row!.oldest) }
  },
)
