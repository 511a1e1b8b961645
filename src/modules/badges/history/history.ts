import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { RuleKind, Step } from '../rule-kind.ts'

/** What a user did before a badge was there. */
export interface PastStep {
  userId: UserId
  step: Step
}

/**
 * What users did, by the same marks as the facts of that kind; more marks of one user than are required need not be told.
 * Users who did nothing of it are missing. The modules that keep it hand it in.
 */
export type ListHistory = (db: Db, asked: { userIds: UserId[]; required: number }) => Promise<PastStep[]>

export type History = Record<RuleKind, ListHistory>
