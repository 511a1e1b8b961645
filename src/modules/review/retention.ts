import type { RetentionRule } from '../../platform/retention.ts'

export const reviewRetention: RetentionRule[] = [
  // The state of a card does not need its log. Three years of answers are enough to fit the parameters of FSRS.
  { table: 'review_log', column: 'answered_at', keepDays: 1_095 },
]
