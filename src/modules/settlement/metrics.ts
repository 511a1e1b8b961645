import { backlogMetrics } from '../../platform/backlog-metrics.ts'

export const settlementMetrics = backlogMetrics({
  table: 'settlement_batch',
  where: "status = 'OPEN'",
  orderBy: 'created_at',
  count: ['lyceum_settlement_pending', 'Settlement batches that are not confirmed on the chain'],
  age: [
    'lyceum_settlement_pending_oldest_seconds',
    'Age of the oldest unconfirmed settlement batch, in seconds',
  ],
})
