import type { RetentionRule } from '../../platform/retention.ts'

export const catalogRetention: RetentionRule[] = [
  // Devices send what they did offline within two days; a lesson that was downloaded may be older.
  { table: 'replaced_publication', column: 'replaced_at', keepDays: 30 },
]
