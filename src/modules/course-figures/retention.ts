import type { RetentionRule } from '../../platform/retention.ts'

/** A longer period of the stats of a course than two years says nothing about the slides of today. */
export const slidePlayRetention: RetentionRule[] = [
  { table: 'slide_play', column: 'day', isDate: true, keepDays: 730 },
]
