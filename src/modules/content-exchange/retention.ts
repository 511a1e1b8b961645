import type { RetentionRule } from '../../platform/retention.ts'

export const importRetention: RetentionRule[] = [
  { table: 'content_import', column: 'finished_at', keepDays: 90 },
]
