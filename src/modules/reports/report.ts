import type { Id, UserId } from '../../platform/ids.ts'

export type ReportId = Id<'Report'>

export const REPORT_KINDS = ['COURSE', 'LESSON', 'QUESTION', 'USER'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]
export const REPORT_REASONS = ['WRONG', 'OFFENSIVE', 'SPAM', 'CHEATING', 'COPYRIGHT', 'OTHER'] as const
type ReportReason = (typeof REPORT_REASONS)[number]
export const DECISIONS = ['DISMISSED', 'ACTED'] as const
export type Decision = (typeof DECISIONS)[number]
export const REPORT_STATUSES = ['OPEN', ...DECISIONS] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** Reports of one user per day (UTC). */
export const REPORTS_PER_DAY = 20
export const MAX_TEXT_LENGTH = 1_000

export interface Report {
  id: ReportId
  /** Null after the reporter deleted the account. */
  userId: UserId | null
  kind: ReportKind
  targetId: string
  reason: ReportReason
  text: string
  status: ReportStatus
  note: string
  reviewerId: UserId | null
  createdAt: Date
  decidedAt: Date | null
}

export interface NewReport extends Pick<Report, 'kind' | 'targetId' | 'reason' | 'text'> {
  userId: UserId
  now: Date
}
