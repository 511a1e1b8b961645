import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { Id } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import type {
  Assessment,
  ReviewCause,
  SubmissionContent,
  SubmissionId,
  SubmissionRow,
  SubmissionStatus,
} from '../public/submission.ts'

export type ClaimId = Id<'AssessmentClaim'>

export interface ClaimedSubmission
  extends SubmissionContent,
    Pick<SubmissionRow, 'id' | 'userId' | 'courseId' | 'files'> {
  project: CapstoneProject
  claimCount: number
}

/** Claims a submission that is due for assessment until `until`; undefined if it is not due or has another claim. */
export async function claimSubmission(
  tx: Tx,
  { id, claimId, until, now }: { id: SubmissionId; claimId: ClaimId; until: Date; now: Date },
): Promise<ClaimedSubmission | undefined> {
  const [row] = await tx<ClaimedSubmission>`
    update project_submission set status = 'UNDER_REVIEW', assessment_status = 'IN_PROGRESS',
      claim_count = claim_count + 1, claim_id = ${claimId}, claimed_until = ${until}, assessment_retry_at = null, updated_at = ${now}
    where id = ${id} and assessment_status in ('PENDING', 'IN_PROGRESS')
      and coalesce(claimed_until <= ${now}, true) and coalesce(assessment_retry_at <= ${now}, true)
    returning id, user_id as "userId", course_id as "courseId", submission_type as "submissionType",
      repository_url as "repositoryUrl", url, notes, project, claim_count as "claimCount",
      (select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', name, 'contentType', content_type,
          'sizeBytes', size_bytes) order by position), '[]')
        from project_file as file where submission_id = project_submission.id) as files`
  return row
}

/** Returns when a pending submission can be claimed; undefined if it is not pending. */
export async function findRetryAt(db: Db, id: SubmissionId): Promise<Date | undefined> {
  const [row] = await db<{ at: Date | null }>`
    select greatest(claimed_until, assessment_retry_at) as at from project_submission
    where id = ${id} and assessment_status in ('PENDING', 'IN_PROGRESS')`
  return row?.at ?? undefined
}

export async function renewClaim(
  autocommitDb: AutocommitDb,
  claimId: ClaimId,
  id: SubmissionId,
  until: Date,
): Promise<void> {
  await autocommitDb`update project_submission set claimed_until = ${until} where id = ${id} and claim_id = ${claimId}`
}

interface ClaimRelease {
  id: SubmissionId
  claimId: ClaimId
  retryAt: Date
  /** The assessor did not run, so the claim does not count. */
  isUntried: boolean
  now: Date
}

/** Releases the claim. The submission is due again at `retryAt`. */
export async function releaseClaim(
  tx: Tx,
  { id, claimId, retryAt, isUntried, now }: ClaimRelease,
): Promise<void> {
  await tx`
    update project_submission set status = 'SUBMITTED', assessment_status = 'PENDING', claim_id = null,
      claimed_until = null, assessment_retry_at = ${retryAt}, updated_at = ${now},
      claim_count = case when ${isUntried} then greatest(0, claim_count - 1) else claim_count end
    where id = ${id} and claim_id = ${claimId} and assessment_status = 'IN_PROGRESS'`
}

/** Records the outcome under the claim. Returns false if another worker has claimed the submission since. */
export async function updateAssessed(
  tx: Tx,
  outcome: {
    id: SubmissionId
    claimId: ClaimId
    assessment: Assessment | null
    status: SubmissionStatus
    reviewCause: ReviewCause | null
    now: Date
  },
): Promise<boolean> {
  const { id, claimId, assessment, status, reviewCause, now } = outcome
  const rows = await tx`
    update project_submission set status = ${status}, assessment = ${assessment}::jsonb,
      assessment_status = case when ${assessment !== null} then 'COMPLETED' else 'FAILED' end,
      review_cause = ${reviewCause}, review_requested_at = case when ${reviewCause}::text is not null then ${now}::timestamptz end,
      settled_at = case when ${status} in ('PASSED', 'NEEDS_REVISION') then ${now}::timestamptz end,
      claim_id = null, claimed_until = null, updated_at = ${now}
    where id = ${id} and claim_id = ${claimId} and assessment_status = 'IN_PROGRESS'
    returning id`
  return rows.length > 0
}

/** Returns pending submissions without a claim in force. */
export async function listDueSubmissions(
  db: Db,
  now: Date,
  before: Date,
  limit: number,
): Promise<SubmissionId[]> {
  const rows = await db<{ id: SubmissionId }>`
    select id from project_submission
    where assessment_status in ('PENDING', 'IN_PROGRESS') and submitted_at < ${before}
      and coalesce(claimed_until <= ${now}, true) and coalesce(assessment_retry_at <= ${now}, true)
    order by submitted_at limit ${limit}`
  return rows.map(({ id }) => id)
}
