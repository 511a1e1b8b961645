import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { shareLockOwnAccount } from '../accounts/public/own-account.ts'
import { errors } from './errors.ts'
import { appealableUntil, type SubmissionId } from './public/submission.ts'
import { listSubmissions, lockUserProject, updateAppealed } from './queries.ts'

interface AppealSubmission {
  userId: UserId
  courseId: string
  reason: string
  now: Date
}

/** Requests a manual review of the latest submission: once, within 14 days of its result. */
export async function appealSubmission(
  tx: Tx,
  { userId, courseId, reason, now }: AppealSubmission,
): Promise<{ submissionId: SubmissionId; status: 'UNDER_REVIEW'; appealedAt: string }> {
  await shareLockOwnAccount(tx, userId)
  await lockUserProject(tx, userId, courseId)
  const latest = (await listSubmissions(tx, userId, courseId, 2)).find(({ status }) => status !== 'DRAFT')
  if (!latest) throw errors.submission_not_found()
  if (latest.appealedAt) throw errors.already_appealed()
  const until = appealableUntil(latest)
  if (!until) throw errors.nothing_to_appeal()
  if (now > until) throw errors.appeal_period_over()

  await updateAppealed(tx, { id: latest.id, reason, now })
  return { submissionId: latest.id, status: 'UNDER_REVIEW', appealedAt: now.toISOString() }
}
