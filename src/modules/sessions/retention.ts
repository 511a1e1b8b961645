import type { Config } from '../../platform/config/config.ts'
import type { RetentionRule } from '../../platform/retention.ts'

const keepDays = ({ retention }: Config) => retention.sessionsKeepDays

/** Ended sessions stay for some days, so that users can still see them in an export. */
export const sessionRetention: RetentionRule[] = [
  // The refresh tokens are deleted with their session.
  { table: 'session', column: 'revoked_at', keepDays },
  { table: 'session', column: 'expires_at', where: 'revoked_at is null', keepDays },
  // Expired tokens of sessions that are still active.
  { table: 'refresh_token', column: 'expires_at', keepDays },
]
