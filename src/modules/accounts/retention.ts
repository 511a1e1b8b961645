import type { RetentionRule } from '../../platform/retention.ts'
import { deleteOldTimeZones } from './queries.ts'

export const accountRetention: RetentionRule[] = [
  // Longer than the 24 hours of the send limit, whose counter is in the same row.
  { table: 'one_time_code', column: 'expires_at', keepDays: 2 },
  // A page of an expired link says so for another day.
  { table: 'undo_link', column: 'expires_at', keepDays: 1 },
  // Earlier time zones, not the account. An activity may arrive 48 hours late.
  { table: 'user_account', keepDays: 2, deleteBatch: deleteOldTimeZones },
]
