import { DAY_MS, later, SECOND_MS } from '../../platform/clock.ts'
import { refusals } from '../../platform/errors.ts'
import type { Tx } from '../../platform/tx.ts'
import { holdOwnAccount } from '../identity/accounts/hold-own-account.ts'
import { errors } from './errors.ts'
import { attachFiles } from './files/attach-files.ts'
import { assessSubmissionJob } from './jobs.ts'
import { checkUrl } from './link.ts'
import { getStanding, lockProjectOf, type Standing, updateDraftSubmitted, upsertDraft } from './queries.ts'
import type { ChangeWork } from './save-draft.ts'
import { isLinkType, missingIn, NO_WORK, type SubmissionId, typeOf } from './submission.ts'

/** An assessment costs something, so nobody asks for more than a day of honest work could need. */
const SUBMISSIONS_A_DAY = 10

/** Submits what the draft holds together with what comes along, and owes it an assessment. */
export async function submitProject(
  tx: Tx,
  { userId, courseId, project, patch, now }: ChangeWork,
): Promise<{ submissionId: SubmissionId; status: 'SUBMITTED'; aiAssessmentStatus: 'PENDING' }> {
  await holdOwnAccount(tx, userId)
  await lockProjectOf(tx, userId, courseId)
  const standing = await getStanding(tx, userId, courseId, later(now, -DAY_MS))
  if (standing.isPassed) throw errors.project_already_passed()
  if (standing.isOpen) throw errors.assessment_pending()

  const { fileIds, ...fields } = patch
  const { draft } = standing
  if (!draft && Object.keys(patch).length === 0) throw errors.nothing_to_submit()
  const work = { ...(draft ?? NO_WORK), ...fields }
  const fileCount = fileIds?.length ?? draft?.fileCount ?? 0
  const submissionType = typeOf(work, fileCount, project)
  const missing = missingIn(work, submissionType, fileCount)
  if (missing) throw errors.nothing_to_submit({ message: missing })
  // The project may have changed since the draft was saved.
  if (!project.submissionTypes.includes(submissionType!)) throw errors.submission_type_not_allowed()
  if (isLinkType(submissionType)) checkUrl(work.url!, submissionType!)
  refuseTooMany(standing, now)

  const { id } = await upsertDraft(tx, { userId, courseId, work: { ...work, submissionType }, now })
  if (fileIds) await attachFiles(tx, id, fileIds)
  await updateDraftSubmitted(tx, { id, attempt: standing.attempts + 1, project, now })
  tx.enqueue(assessSubmissionJob, { submissionId: id })
  return { submissionId: id, status: 'SUBMITTED', aiAssessmentStatus: 'PENDING' }
}

function refuseTooMany({ recent, recentSince }: Standing, now: Date): void {
  if (recent < SUBMISSIONS_A_DAY) return
  const waitMs = later(recentSince!, DAY_MS).getTime() - now.getTime()
  throw refusals.rate_limited({
    message: `A day has room for ${SUBMISSIONS_A_DAY} submissions. Use the feedback that you have, and come back.`,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
  })
}
