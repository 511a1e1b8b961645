import { backlogMetrics } from '../../platform/backlog-metrics.ts'

export const deliveryMetrics = backlogMetrics({
  table: 'notification_delivery',
  where: "state = 'PENDING'",
  orderBy: 'next_attempt_at',
  count: [
    'lyceum_notification_deliveries_pending',
    'Pushes and mails of notifications that are not sent yet',
  ],
  age: [
    'lyceum_notification_deliveries_overdue_seconds',
    'How long the oldest of them is due; deliveries that wait for the end of quiet hours are not due',
  ],
})
