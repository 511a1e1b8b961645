import { COUNTED_AT_MOST, stateGauges } from '../../../platform/state-gauges.ts'

export const deliveryGauges = stateGauges(
  {
    lyceum_deliveries_owed: `Pushes and letters of notifications that are not sent yet; counted to ${COUNTED_AT_MOST}`,
    lyceum_deliveries_late_seconds:
      'How long the oldest of them is due; what quiet hours hold back is not due',
  },
  async (db) => {
    const [row] = await db<{ count: number; late: number }>`
      select
        (select count(*) from (
          select from notification_delivery where state = 'OWED' order by next_at limit ${COUNTED_AT_MOST}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - next_at) from notification_delivery where state = 'OWED'
          order by next_at limit 1), 0)::float8 as late`
    return { lyceum_deliveries_owed: row!.count, lyceum_deliveries_late_seconds: Math.max(0, row!.late) }
  },
)
