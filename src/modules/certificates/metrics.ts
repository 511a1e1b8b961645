import { backlogMetrics } from '../../platform/backlog-metrics.ts'

export const certificateMetrics = backlogMetrics({
  table: 'certificate',
  where: 'token_id is null',
  orderBy: 'issued_at',
  count: ['lyceum_certificate_mints_pending', 'Claimed certificates without a token on the chain'],
  age: [
    'lyceum_certificate_mints_pending_oldest_seconds',
    'Age of the oldest claimed certificate without a token on the chain',
  ],
})
