import type { RetentionRule } from '../../platform/retention.ts'

export const courseTestRetention: RetentionRule[] = [
  // A passed attempt stays: a certificate says its score. Questions of attempts of three years ago may be asked again.
  {
    table: 'course_test_attempt',
    column: 'started_at',
    keepDays: 1_095,
    where: 'is_passed is not true',
  },
]
