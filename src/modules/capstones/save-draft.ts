import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { shareLockOwnAccount } from '../accounts/public/own-account.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import { errors } from './errors.ts'
import { attachFiles } from './files/queries.ts'
import { EMPTY_CONTENT, type SubmissionId, type SubmissionInput } from './public/submission.ts'
import { getAttemptState, listSubmissions, lockUserProject, upsertDraft } from './queries.ts'
import { presentSubmission } from './submission-view.ts'

export interface SubmissionChange {
  userId: UserId
  courseId: string
  project: CapstoneProject
  patch: SubmissionInput
  now: Date
}

interface SaveDraft extends SubmissionChange {
  /** When the draft that the client has edited was saved; null: there was none. Undefined: any version is replaced. */
  base?: Date | null | undefined
  publicUrl: string
}

/**
 * Saves the draft of a user in a project. A draft is not assessed. With `base`, a newer stored draft is not replaced; of several
 * requests with the same base, one succeeds.
 */
export async function saveDraft(
  tx: Tx,
  { userId, courseId, patch, base, publicUrl, now }: SaveDraft,
): Promise<{ id: SubmissionId; status: 'DRAFT'; updatedAt: Date }> {
  await shareLockOwnAccount(tx, userId)
  await lockUserProject(tx, userId, courseId)
  const { draft, isPassed } = await getAttemptState(tx, userId, courseId, now)
  if (isPassed) throw errors.project_already_passed()
  if (draft && base !== undefined) {
    const [stored] = await listSubmissions(tx, userId, courseId, 1)
    if (base === null || stored!.updatedAt > base)
      throw errors.draft_changed({ extra: { draft: presentSubmission(stored!, { publicUrl, now }) } })
  }

  const { fileIds, ...fields } = patch
  const content = { ...(draft ?? EMPTY_CONTENT), ...fields }
  const saved = await upsertDraft(tx, { userId, courseId, content, now })
  if (fileIds) await attachFiles(tx, saved.id, fileIds)
  return saved
}
