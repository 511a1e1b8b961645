import type { RetentionRule } from '../../platform/retention.ts'

export const dailyXpRetention: RetentionRule[] = [
  // Only the row of the current day is read; the margin allows for processes with a wrong clock.
  { table: 'battle_daily_xp', column: 'day', isDate: true, keepDays: 7 },
]
