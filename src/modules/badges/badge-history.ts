import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ProgressStep, RuleKind } from './badge-rules.ts'

/** What a user did before a badge was there. */
export interface HistoricalStep {
  userId: UserId
  step: ProgressStep
}

/**
 * What users did, by the same marks as the facts of that kind; more marks of one user than are required need not be told.
 * Users who did nothing of it are missing. The modules that keep it hand it in.
 */
export type ListBadgeHistory = (
  db: Db,
  request: { userIds: UserId[]; required: number },
) => Promise<HistoricalStep[]>

export type BadgeHistory = Record<RuleKind, ListBadgeHistory>
