import type { RetentionRule } from '../../platform/retention.ts'

export const historyRetention: RetentionRule[] = [
  // Publications stay: they are what learners saw.
  { table: 'content_revision', column: 'updated_at', where: "act <> 'PUBLISHED'", keepDays: 365 },
]
