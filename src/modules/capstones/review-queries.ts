import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import type {
  Assessment,
  Result,
  ReviewCause,
  SubmissionContent,
  SubmissionId,
  SubmissionStatus,
  SubmittedFile,
} from './public/submission.ts'

/** A submission in review, with all that a reviewer needs. */
export interface QueuedSubmission extends SubmissionContent {
  id: SubmissionId
  userId: UserId
  courseId: string
  attempt: number
  project: CapstoneProject
  assessment: Assessment | null
  reviewCause: ReviewCause
  reviewRequestedAt: Date
  appealReason: string | null
  submittedAt: Date
  files: SubmittedFile[]
}

/** Returns the longest waiting submissions first. */
export async function listQueue(db: Db, limit: number, offset: number): Promise<QueuedSubmission[]> {
  return db<QueuedSubmission>`
    select id, user_id as "userId", course_id as "courseId", attempt, submission_type as "submissionType",
      repository_url as "repositoryUrl", url, notes, project, assessment, review_cause as "reviewCause",
      review_requested_at as "reviewRequestedAt", appeal_reason as "appealReason", submitted_at as "submittedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', name, 'contentType', content_type,
          'sizeBytes', size_bytes) order by position), '[]')
        from project_file as file where submission_id = project_submission.id) as files
    from project_submission where status = 'UNDER_REVIEW' and review_cause is not null
    order by review_requested_at, id limit ${limit} offset ${offset}`
}

export async function countQueue(db: Db): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from project_submission
    where status = 'UNDER_REVIEW' and review_cause is not null`
  return row!.count
}

export interface LockedSubmission {
  id: SubmissionId
  userId: UserId
  courseId: string
  status: SubmissionStatus
  reviewCause: ReviewCause | null
  project: CapstoneProject | null
  assessment: Assessment | null
}

/** Locks the submission until commit. */
export async function lockSubmission(tx: Tx, id: SubmissionId): Promise<LockedSubmission | undefined> {
  const [row] = await tx<LockedSubmission>`
    select id, user_id as "userId", course_id as "courseId", status, review_cause as "reviewCause", project, assessment
    from project_submission where id = ${id} for no key update`
  return row
}

export async function updateDecided(
  tx: Tx,
  decision: { id: SubmissionId; reviewerId: UserId; decision: Result; reason: string; now: Date },
): Promise<void> {
  const { id, reviewerId, reason, now } = decision
  await tx`
    update project_submission set status = ${decision.decision}, review_decision = ${decision.decision},
      reviewer_id = ${reviewerId}, review_reason = ${reason}, reviewed_at = ${now}, settled_at = ${now},
      updated_at = ${now}
    where id = ${id}`
}
