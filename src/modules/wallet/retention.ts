import type { RetentionRule } from '../../platform/retention.ts'

export const walletRetention: RetentionRule[] = [
  { table: 'pin_token', column: 'expires_at', keepDays: 0 },
  // A stored old challenge gets the answer "expired" instead of "unknown".
  { table: 'link_challenge', column: 'expires_at', keepDays: 1 },
]
