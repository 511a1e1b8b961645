import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { shareLockOwnAccount } from '../accounts/public/own-account.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import { errors } from './errors.ts'
import { attachFiles } from './files/attach-files.ts'
import { EMPTY_CONTENT, type SubmissionId, type SubmissionInput } from './public/submission.ts'
import { getAttemptState, lockUserProject, upsertDraft } from './queries.ts'

export interface SubmissionChange {
  userId: UserId
  courseId: string
  project: CapstoneProject
  patch: SubmissionInput
  now: Date
}

/** Saves the draft of a user in a project. A draft is not assessed. */
export async function saveDraft(
  tx: Tx,
  { userId, courseId, patch, now }: SubmissionChange,
): Promise<{ id: SubmissionId; status: 'DRAFT'; updatedAt: Date }> {
  await shareLockOwnAccount(tx, userId)
  await lockUserProject(tx, userId, courseId)
  const { draft, isPassed } = await getAttemptState(tx, userId, courseId, now)
  if (isPassed) throw errors.project_already_passed()

  const { fileIds, ...fields } = patch
  const content = { ...(draft ?? EMPTY_CONTENT), ...fields }
  const saved = await upsertDraft(tx, { userId, courseId, content, now })
  if (fileIds) await attachFiles(tx, saved.id, fileIds)
  return saved
}
