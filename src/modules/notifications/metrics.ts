import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const deliveryMetrics = defineDatabaseMetrics(
  {
    lyceum_notification_deliveries_pending: `Pushes and letters of notifications that are not sent yet; counted to ${COUNT_LIMIT}`,
    lyceum_notification_deliveries_overdue_seconds:
      'How long the oldest of them is due; what quiet hours hold back is not due',
  },
  async (db) => {
    const [row] = await db<{ count: number; late: number }>`
      select
        (select count(*) from (
          select from notification_delivery where state = 'PENDING' order by next_attempt_at limit ${COUNT_LIMIT}
        ) row)::integer as count,
        coalesce((select extract(epoch from now() - next_attempt_at) from notification_delivery where state = 'PENDING'
          order by next_attempt_at limit 1), 0)::float8 as late`
    return {
      lyceum_notification_deliveries_pending: row!.count,
      lyceum_notification_deliveries_overdue_seconds: Math.max(0, row!.late),
    }
  },
)
