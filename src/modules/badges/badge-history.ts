import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ProgressStep, RuleKind } from './badge-rules.ts'

/** What a user did before a badge existed. */
export interface HistoricalStep {
  userId: UserId
  step: ProgressStep
}

/**
 * Lists what users did, with the same items as the events of that rule kind, and at least the required number for each
 * user. Users without items are missing.
 */
export type ListBadgeHistory = (
  db: Db,
  request: { userIds: UserId[]; required: number },
) => Promise<HistoricalStep[]>

export type BadgeHistory = Record<RuleKind, ListBadgeHistory>
