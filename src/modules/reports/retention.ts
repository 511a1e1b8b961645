import type { RetentionRule } from '../../platform/retention.ts'

export const reportRetention: RetentionRule[] = [
  // An open report stays until it is decided. The audit log keeps the decision.
  { table: 'report', column: 'decided_at', keepDays: 365 },
]
