import type { RetentionRule } from '../../platform/retention.ts'

export const notificationRetention: RetentionRule[] = [
  {
    table: 'notification',
    column: 'created_day',
    isDate: true,
    keepDays: ({ notifications }) => notifications.keepDays,
  },
  {
    table: 'device_token',
    column: 'last_seen_at',
    keepDays: ({ notifications }) => notifications.keepTokensDays,
  },
  { table: 'streak_reminder', column: 'day', isDate: true, keepDays: 7 },
  // Longer than any delivery is attempted.
  { table: 'withdrawn_notice', column: 'withdrawn_at', keepDays: 30 },
]
