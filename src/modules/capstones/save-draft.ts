import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { holdOwnAccount } from '../identity/accounts/hold-own-account.ts'
import type { Capstone } from './capstone.ts'
import { errors } from './errors.ts'
import { attachFiles } from './files/attach-files.ts'
import { getStanding, lockProjectOf, upsertDraft } from './queries.ts'
import { NO_WORK, type SubmissionId, type WorkPatch } from './submission.ts'

export interface ChangeWork {
  userId: UserId
  courseId: string
  project: Capstone
  patch: WorkPatch
  now: Date
}

/** Saves the one draft of a learner in a project. Nothing is assessed by it. */
export async function saveDraft(
  tx: Tx,
  { userId, courseId, patch, now }: ChangeWork,
): Promise<{ id: SubmissionId; status: 'DRAFT'; updatedAt: Date }> {
  await holdOwnAccount(tx, userId)
  await lockProjectOf(tx, userId, courseId)
  const { draft, isPassed } = await getStanding(tx, userId, courseId, now)
  if (isPassed) throw errors.project_already_passed()

  const { fileIds, ...fields } = patch
  const work = { ...(draft ?? NO_WORK), ...fields }
  const saved = await upsertDraft(tx, { userId, courseId, work, now })
  if (fileIds) await attachFiles(tx, saved.id, fileIds)
  return saved
}
