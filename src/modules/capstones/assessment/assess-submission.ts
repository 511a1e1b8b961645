import { addMs, type Clock, SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { describeError } from '../../../platform/describe-error.ts'
import { newId } from '../../../platform/ids.ts'
import { LlmError } from '../../../platform/llm/llm-error.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import { applySubmissionResult } from '../apply-result.ts'
import { assessSubmissionJob } from '../jobs.ts'
import { passingPoints } from '../project.ts'
import type { Assessment, ReviewCause, SubmissionId } from '../public/submission.ts'
import { buildAssessment } from './assessment.ts'
import type { Assessor } from './assessor.ts'
import {
  type ClaimedSubmission,
  type ClaimId,
  claimSubmission,
  findRetryAt,
  listDueSubmissions,
  releaseClaim,
  renewClaim,
  updateAssessed,
} from './queries.ts'
import { readEvidence } from './read-evidence.ts'

/** A claim expires after this time unless its worker renews it. */
const CLAIM_MS = 30 * SECOND_MS
const RENEWAL_MS = 8 * SECOND_MS
/** After this many claims without an outcome the submission goes to manual review. */
const MAX_CLAIMS = 5
/** The reconciler ignores newer submissions, because their own job is still queued. */
const JOB_GRACE_MS = 30 * SECOND_MS
const RETRY_DELAY_MS = 60 * SECOND_MS
const BATCH_SIZE = 100

export interface AssessmentDeps {
  platform: Pick<Platform, 'db' | 'autocommitDb' | 'write' | 'storage'>
  assessor: Assessor
  clock: Clock
}

/**
 * Assesses one due submission: claims it, calls the assessor outside a transaction, and records the outcome if the
 * claim is still in force. Concurrent and repeated runs record one outcome.
 */
export async function assessSubmission(
  { platform, assessor, clock }: AssessmentDeps,
  id: SubmissionId,
  signal: AbortSignal,
): Promise<void> {
  const claimId: ClaimId = newId()
  const claimedAt = clock()
  const submission = await platform.write(async (tx) => {
    const until = addMs(claimedAt, CLAIM_MS)
    const claimed = await claimSubmission(tx, { id, claimId, until, now: claimedAt })
    if (claimed) return claimed
    const retryAt = await findRetryAt(tx, id)
    if (retryAt) tx.enqueue(assessSubmissionJob, { submissionId: id }, { startAfter: retryAt })
    return undefined
  })
  if (!submission) return
  if (submission.claimCount > MAX_CLAIMS)
    return recordFailure(platform, { submission, claimId, now: clock() })

  const renewing = setInterval(
    () => renewClaim(platform.autocommitDb, claimId, id, addMs(clock(), CLAIM_MS)).catch(() => undefined),
    RENEWAL_MS,
  )
  try {
    const assessed = { ...submission, files: await readEvidence(platform.storage, submission.files) }
    const assessorResult = await assessor.assess(assessed, signal)
    const assessment = buildAssessment(submission.project, assessorResult, assessor)
    const { isSuspicious } = assessorResult
    await recordAssessment(platform, { submission, claimId, assessment, isSuspicious, now: clock() })
  } catch (error) {
    log.warn({ submissionId: id, error: describeError(error) }, 'capstones: assessment failed')
    const context = { submission, claimId, now: clock() }
    const until = retryTimeAfter(error, { ...context, isAborted: signal.aborted })
    // A model call refused for rate or budget does not count as an attempt.
    const isUntried = error instanceof LlmError && !signal.aborted
    if (until) await postpone(platform, { ...context, until, isUntried })
    else await recordFailure(platform, context)
  } finally {
    clearInterval(renewing)
  }
}

interface ClaimContext {
  submission: ClaimedSubmission
  claimId: ClaimId
  now: Date
}

/** Returns when to retry; undefined if a retry is useless. */
function retryTimeAfter(
  error: unknown,
  { submission, now, isAborted }: ClaimContext & { isAborted: boolean },
): Date | undefined {
  if (isAborted) return now
  if (error instanceof LlmError) return error.retryAt
  // Other errors are our own: storage or database.
  return addMs(now, submission.claimCount * RETRY_DELAY_MS)
}

type Writer = Pick<Platform, 'write'>

async function recordAssessment(
  { write }: Writer,
  context: ClaimContext & { assessment: Assessment; isSuspicious: boolean },
): Promise<void> {
  const { submission, claimId, assessment, isSuspicious, now } = context
  const { id } = submission
  const result = assessment.passed ? 'PASSED' : 'NEEDS_REVISION'
  const reviewCause = reviewCauseOf(submission.project, assessment, isSuspicious)
  await write(async (tx) => {
    if (reviewCause) {
      await updateAssessed(tx, { id, claimId, assessment, status: 'UNDER_REVIEW', reviewCause, now })
      return
    }
    if (await updateAssessed(tx, { id, claimId, assessment, status: result, reviewCause: null, now }))
      await applySubmissionResult(tx, { submission, result, percentage: assessment.percentage, now })
  })
}

/** Returns why a person must decide; null if the assessment is the result. */
function reviewCauseOf(
  project: CapstoneProject,
  { totalPoints, passed }: Assessment,
  isSuspicious: boolean,
): ReviewCause | null {
  if (totalPoints < passingPoints(project)) return null
  if (!passed) return 'PASS_PROPOSED'
  return isSuspicious ? 'SUSPICIOUS' : null
}

/** Sends the submission to manual review. */
async function recordFailure({ write }: Writer, { submission, claimId, now }: ClaimContext): Promise<void> {
  const reviewCause = 'ASSESSMENT_FAILED'
  const outcome = { id: submission.id, claimId, assessment: null, reviewCause, now } as const
  await write((tx) => updateAssessed(tx, { ...outcome, status: 'UNDER_REVIEW' }))
}

async function postpone(
  { write }: Writer,
  context: ClaimContext & { until: Date; isUntried: boolean },
): Promise<void> {
  const { submission, claimId, until, isUntried, now } = context
  await write(async (tx) => {
    await releaseClaim(tx, { id: submission.id, claimId, retryAt: until, isUntried, now })
    tx.enqueue(assessSubmissionJob, { submissionId: submission.id }, { startAfter: until })
  })
}

export async function hasDueAssessments(db: Db, now: Date): Promise<boolean> {
  return (await listDueSubmissions(db, now, addMs(now, -JOB_GRACE_MS), 1)).length > 0
}

/** Enqueues a job for every due submission, in case its own job was lost. */
export async function enqueueDueAssessments(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  now: Date,
): Promise<SubmissionId[]> {
  const due = await listDueSubmissions(db, now, addMs(now, -JOB_GRACE_MS), BATCH_SIZE)
  if (due.length > 0) {
    await write(async (tx) => {
      for (const submissionId of due) tx.enqueue(assessSubmissionJob, { submissionId })
    })
  }
  return due
}
