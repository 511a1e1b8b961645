import type { RetentionRule } from '../../platform/retention.ts'

/** Used quotes belong to orders and stay. */
export const quoteRetention: RetentionRule[] = [
  { table: 'payment_quote', column: 'expires_at', where: 'used_at is null', keepDays: 1 },
]
