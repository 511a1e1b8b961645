import type { RetentionRule } from '../../retention.ts'
import { deleteExpiredAttemptRows } from './queries.ts'

/** The signed bytes of old outcomes are large and no longer needed. The outcome stays. */
export const attemptRetention: RetentionRule = {
  table: 'chain_attempt',
  keepDays: 30,
  deleteBatch: deleteExpiredAttemptRows,
}
