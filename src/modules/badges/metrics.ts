import { backlogMetrics } from '../../platform/backlog-metrics.ts'

export const badgeMetrics = backlogMetrics({
  table: 'badge_progress',
  where: 'completed_at is not null and minted_at is null',
  orderBy: 'completed_at',
  count: ['lyceum_badge_mints_pending', 'Completed badges that are not on the chain'],
  age: [
    'lyceum_badge_mints_pending_oldest_seconds',
    'Age of the oldest completed badge that is not on the chain',
  ],
})
