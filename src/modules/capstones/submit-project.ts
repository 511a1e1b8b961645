import { addMs, DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { shareLockOwnAccount } from '../accounts/public/own-account.ts'
import { checkUrl } from './check-url.ts'
import { errors } from './errors.ts'
import { attachFiles } from './files/queries.ts'
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

/** Limits the cost of assessments per user. */
const MAX_SUBMISSIONS_PER_DAY = 10

/** Submits the draft with the changes of the request, and enqueues its assessment. */
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
  // The project may have changed after the draft was saved.
  if (!project.submissionTypes.includes(submissionType!)) throw errors.submission_type_not_allowed()
  if (isLinkType(submissionType)) checkUrl(content.url!, submissionType!)
  requireDailyLimit(state, now)

  const { id } = await upsertDraft(tx, { userId, courseId, content: { ...content, submissionType }, now })
  if (fileIds) await attachFiles(tx, id, fileIds)
  await updateDraftSubmitted(tx, { id, attempt: state.attempts + 1, project, now })
  tx.enqueue(assessSubmissionJob, { submissionId: id })
  return { submissionId: id, status: 'SUBMITTED', aiAssessmentStatus: 'PENDING' }
}

function requireDailyLimit({ recent, recentSince }: AttemptState, now: Date): void {
  if (recent < MAX_SUBMISSIONS_PER_DAY) return
  const waitMs = addMs(recentSince!, DAY_MS).getTime() - now.getTime()
  throw commonErrors.rate_limited({
    message: `You can submit ${MAX_SUBMISSIONS_PER_DAY} times a day. Use the feedback that you have, and submit again later.`,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
  })
}
