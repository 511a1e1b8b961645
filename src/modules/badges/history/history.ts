import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { RuleKind, Step } from '../rule-kind.ts'

/** What a user did before a badge was there. */
export interface PastStep {
  userId: UserId
  step: Step
}

interface HistoryPage {
  /** Users with greater ids only, in the order of their ids. */
  after: string
  limit: number
  /** More than this of one user need not be told. */
  required: number
}

/**
 * A page of what users did, by the same marks as the facts of that kind; fewer than the limit when there are no more users.
 * The modules that keep it hand it in.
 */
export type ListHistory = (db: Db, page: HistoryPage) => Promise<PastStep[]>

export type History = Record<RuleKind, ListHistory>

/** First those who have counted enough already, then everybody who has done something that counts. */
export const PARTS = ['COUNTED', 'DONE'] as const

/** How far counting has come. */
export interface CountPlace {
  part: (typeof PARTS)[number]
  after: string
}
