import { projectAssessed, projectPassed } from '../../events/capstones.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import { isCourseAuthor } from '../catalog/public/is-course-author.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { projectIdOf } from './project.ts'
import type { Result, SubmissionId } from './public/submission.ts'

interface ApplySubmissionResult {
  submission: { id: SubmissionId; userId: UserId; courseId: string; project: CapstoneProject }
  result: Result
  percentage: number | null
  now: Date
}

/** Pays a pass once per user and project, but not to an author of the course, and emits the events of the result. Called by assessments and by reviews. */
export async function applySubmissionResult(
  tx: Tx,
  { submission, result, percentage, now }: ApplySubmissionResult,
): Promise<void> {
  const { id, userId, courseId, project } = submission
  const projectId = projectIdOf(courseId)
  const isPassed = result === 'PASSED'
  const isPaid = isPassed && !(await isCourseAuthor(tx, courseId, userId))
  const paid = isPaid
    ? await rewardUser(tx, {
        userId,
        ...project.reward,
        source: `capstone:${projectId}:${userId}`,
        reason: 'project passed',
        now,
      })
    : { xp: 0, gems: 0 }
  const at = now.toISOString()
  const { xp, gems } = paid
  if (isPassed) tx.emit(projectPassed({ userId, projectId, courseId, at }))
  tx.emit(
    projectAssessed({
      userId,
      projectId,
      courseId,
      submissionId: id,
      title: project.title,
      status: result,
      percentage,
      xp,
      gems,
      at,
    }),
  )
}
