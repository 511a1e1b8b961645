import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { rewardUser } from '../rewards/ledger/reward-user.ts'
import { type Capstone, projectIdOf } from './capstone.ts'
import { projectAssessed, projectPassed } from './events.ts'
import type { Result, SubmissionId } from './submission.ts'

interface SettleSubmission {
  submission: { id: SubmissionId; userId: UserId; courseId: string; project: Capstone }
  result: Result
  percentage: number | null
  now: Date
}

/** What follows from a result, whoever gave it: a pass is paid once for a learner and a project, and all is told. */
export async function settleSubmission(
  tx: Tx,
  { submission, result, percentage, now }: SettleSubmission,
): Promise<void> {
  const { id, userId, courseId, project } = submission
  const projectId = projectIdOf(courseId)
  const isPassed = result === 'PASSED'
  const paid = isPassed
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
