import type { RetentionRule } from '../../platform/retention.ts'

export const practiceRetention: RetentionRule[] = [
  // A question of a round of a year ago is as fresh as a new one.
  { table: 'practice_round', column: 'started_at', keepDays: 365 },
  // Only the row of the current day is read; the margin allows for processes with a wrong clock.
  { table: 'practice_daily_xp', column: 'day', isDate: true, keepDays: 7 },
]
