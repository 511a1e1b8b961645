import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import type {
  Result,
  ReviewCause,
  SubmissionContent,
  SubmissionId,
  SubmissionRow,
} from './public/submission.ts'

/** A submission in review, with all that a reviewer needs. */
export interface QueuedSubmission
  extends SubmissionContent,
    Pick<SubmissionRow, 'id' | 'userId' | 'courseId' | 'assessment' | 'appealReason' | 'files'> {
  attempt: number
  project: CapstoneProject
  reviewCause: ReviewCause
  reviewRequestedAt: Date
  submittedAt: Date
}

/** Which submissions a reviewer may see: those to the courses, or all. */
export type QueueCourses = CourseId[] | null

/** Returns the longest waiting submissions first. */
export async function listQueue(
  db: Db,
  courseIds: QueueCourses,
  limit: number,
  offset: number,
): Promise<QueuedSubmission[]> {
  return db<QueuedSubmission>`
    select id, user_id as "userId", course_id as "courseId", attempt, submission_type as "submissionType",
      repository_url as "repositoryUrl", url, notes, project, assessment, review_cause as "reviewCause",
      review_requested_at as "reviewRequestedAt", appeal_reason as "appealReason", submitted_at as "submittedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', name, 'contentType', content_type,
          'sizeBytes', size_bytes) order by position), '[]')
        from project_file as file where submission_id = project_submission.id) as files
    from project_submission
    where status = 'UNDER_REVIEW' and review_cause is not null
      and (${courseIds}::uuid[] is null or course_id = any(${courseIds}::uuid[]))
    order by review_requested_at, id limit ${limit} offset ${offset}`
}

export async function countQueue(db: Db, courseIds: QueueCourses): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from project_submission
    where status = 'UNDER_REVIEW' and review_cause is not null
      and (${courseIds}::uuid[] is null or course_id = any(${courseIds}::uuid[]))`
  return row!.count
}

type LockedSubmission = Pick<
  SubmissionRow,
  'id' | 'userId' | 'courseId' | 'status' | 'reviewCause' | 'project' | 'assessment'
>

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
