import { addMs, DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { shareLockOwnAccount } from '../accounts/public/own-account.ts'
import { checkUrl } from './check-url.ts'
import { errors } from './errors.ts'
import { attachFiles } from './files/attach-files.ts'
import { assessSubmissionJob } from './jobs.ts'
import {
  describeMissingContent,
  EMPTY_CONTENT,
  inferSubmissionType,
  isLinkType,
  type SubmissionId,
} from './public/submission.ts'
import {
  type AttemptState,
  getAttemptState,
  lockUserProject,
  updateDraftSubmitted,
  upsertDraft,
} from './queries.ts'
import type { SubmissionChange } from './save-draft.ts'

/** An assessment costs something, so nobody asks for more than a day of honest work could need. */
const SUBMISSIONS_A_DAY = 10

/** Submits what the draft holds together with what comes along, and owes it an assessment. */
export async function submitProject(
  tx: Tx,
  { userId, courseId, project, patch, now }: SubmissionChange,
): Promise<{ submissionId: SubmissionId; status: 'SUBMITTED'; aiAssessmentStatus: 'PENDING' }> {
  await shareLockOwnAccount(tx, userId)
  await lockUserProject(tx, userId, courseId)
  const state = await getAttemptState(tx, userId, courseId, addMs(now, -DAY_MS))
  if (state.isPassed) throw errors.project_already_passed()
  if (state.isOpen) throw errors.assessment_pending()

  const { fileIds, ...fields } = patch
  const { draft } = state
  if (!draft && Object.keys(patch).length === 0) throw errors.nothing_to_submit()
  const content = { ...(draft ?? EMPTY_CONTENT), ...fields }
  const fileCount = fileIds?.length ?? draft?.fileCount ?? 0
  const submissionType = inferSubmissionType(content, fileCount, project)
  const missing = describeMissingContent(content, submissionType, fileCount)
  if (missing) throw errors.nothing_to_submit({ message: missing })
  // The project may have changed since the draft was saved.
  if (!project.submissionTypes.includes(submissionType!)) throw errors.submission_type_not_allowed()
  if (isLinkType(submissionType)) checkUrl(content.url!, submissionType!)
  refuseTooMany(state, now)

  const { id } = await upsertDraft(tx, { userId, courseId, content: { ...content, submissionType }, now })
  if (fileIds) await attachFiles(tx, id, fileIds)
  await updateDraftSubmitted(tx, { id, attempt: state.attempts + 1, project, now })
  tx.enqueue(assessSubmissionJob, { submissionId: id })
  return { submissionId: id, status: 'SUBMITTED', aiAssessmentStatus: 'PENDING' }
}

function refuseTooMany({ recent, recentSince }: AttemptState, now: Date): void {
  if (recent < SUBMISSIONS_A_DAY) return
  const waitMs = addMs(recentSince!, DAY_MS).getTime() - now.getTime()
  throw commonErrors.rate_limited({
    message: `A day has room for ${SUBMISSIONS_A_DAY} submissions. Use the feedback that you have, and come back.`,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
  })
}
