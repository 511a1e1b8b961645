import { backlogMetrics } from '../backlog-metrics.ts'

export const mailMetrics = backlogMetrics({
  table: 'outgoing_mail',
  where: 'sent_at is null',
  orderBy: 'created_at',
  count: ['lyceum_mail_pending', 'Mails that are not sent yet'],
  age: ['lyceum_mail_oldest_seconds', 'Age of the oldest unsent mail'],
})
