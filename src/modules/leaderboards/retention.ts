import type { RetentionRule } from '../../platform/retention.ts'

export const leagueRetention: RetentionRule[] = [
  // A learner who comes back after a year starts in the lowest division.
  { table: 'league_member', column: 'starts_on', isDate: true, keepDays: 365, where: 'outcome is not null' },
]
