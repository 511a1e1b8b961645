import { COUNTED_AT_MOST, stateGauges } from '../../platform/state-gauges.ts'

export const certificateGauges = stateGauges(
  {
    lyceum_certificates_unminted: `Certificates that are claimed and not on the chain; counted to ${COUNTED_AT_MOST}`,
    lyceum_certificates_oldest_seconds: 'How long the oldest of them waits',
  },
  async (db) => {
    const [row] = await db<{ count: number; oldest: number }>`
      select
        (select count(*) from (
          select from certificate where token_id is null order by issued_at limit ${COUNTED_AT_MOST}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - issued_at) from certificate where token_id is null
          order by issued_at limit 1), 0)::float8 as oldest`
    return {
      lyceum_certificates_unminted: row!.count,
      lyceum_certificates_oldest_seconds: Math.max(0, row!.oldest),
    }
  },
)
