import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { isOwnCourse } from '../../catalog/public/own-courses.ts'
import { applySubmissionResult } from '../apply-result.ts'
import { errors } from '../errors.ts'
import { lockSubmission, updateDecided } from '../review-queries.ts'
import type { Result, SubmissionId } from './submission.ts'

interface DecideSubmission {
  submissionId: SubmissionId
  reviewerId: UserId
  /** The reviewer decides only about submissions to courses that he or she owns or is a co-author of. */
  ownCoursesOnly?: boolean
  decision: Result
  /** Shown to the learner. */
  reason: string
  now: Date
}

/** Records the decision of a reviewer about a submission in review. Each review is decided once. */
export async function decideSubmission(
  tx: Tx,
  { submissionId, reviewerId, ownCoursesOnly = false, decision, reason, now }: DecideSubmission,
): Promise<{ id: SubmissionId; userId: UserId; status: Result }> {
  const submission = await lockSubmission(tx, submissionId)
  if (!submission || submission.status === 'DRAFT') throw errors.submission_not_found()
  if (ownCoursesOnly && !(await isOwnCourse(tx, submission.courseId, reviewerId)))
    throw errors.submission_not_found()
  if (submission.userId === reviewerId) throw errors.own_submission()
  if (submission.status !== 'UNDER_REVIEW' || !submission.reviewCause) throw errors.not_in_review()

  const { id, userId, courseId, assessment } = submission
  await updateDecided(tx, { id, reviewerId, decision, reason, now })
  await applySubmissionResult(tx, {
    submission: { id, userId, courseId, project: submission.project! },
    result: decision,
    percentage: assessment?.percentage ?? null,
    now,
  })
  return { id, userId, status: decision }
}
