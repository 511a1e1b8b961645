import { later, now, SECOND_MS } from '../../../platform/clock.ts'
import { describeFault } from '../../../platform/describe-fault.ts'
import { newId } from '../../../platform/ids.ts'
import { LlmFault } from '../../../platform/llm/fault.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { assessSubmissionJob } from '../jobs.ts'
import { settleSubmission } from '../settle-submission.ts'
import type { SubmissionId } from '../submission.ts'
import { type Assessment, assessmentOf } from './assessment.ts'
import type { Assessor } from './assessor.ts'
import {
  type ClaimedSubmission,
  type ClaimId,
  claimSubmission,
  findNextChance,
  listOwed,
  releaseClaim,
  renewClaim,
  updateAssessed,
} from './queries.ts'
import { readEvidence } from './read-evidence.ts'

/** A worker that dies is missed after this time; one that lives says so more often. */
const CLAIM_MS = 30 * SECOND_MS
const RENEWAL_MS = 8 * SECOND_MS
/** What was taken up so often and never came to an end is for people to look at. */
const CLAIMS_LIMIT = 5
/** The hint of a new submission is on its way. */
const HINT_MS = 30 * SECOND_MS
const FAULT_PAUSE_MS = 60 * SECOND_MS
const SWEPT_AT_ONCE = 100

export interface AssessmentParts {
  platform: Pick<Platform, 'db' | 'write' | 'storage'>
  assessor: Assessor
  /** For tests that own the time. */
  clock?: () => Date
}

/**
 * Takes the next step of one submission that is owed an assessment: claims it, asks the assessor with no transaction
 * open, and records what came of it if the claim is still its own. Run at once or again, one outcome is recorded.
 */
export async function assessSubmission(
  { platform, assessor, clock = now }: AssessmentParts,
  id: SubmissionId,
  signal: AbortSignal,
): Promise<void> {
  const claimId: ClaimId = newId()
  const claimedAt = clock()
  const submission = await platform.write(async (tx) => {
    const until = later(claimedAt, CLAIM_MS)
    const claimed = await claimSubmission(tx, { id, claimId, until, now: claimedAt })
    if (claimed) return claimed
    const chance = await findNextChance(tx, id)
    if (chance) tx.enqueue(assessSubmissionJob, { submissionId: id }, { startAfter: chance })
    return undefined
  })
  if (!submission) return
  if (submission.claims > CLAIMS_LIMIT) return recordFailure(platform, { submission, claimId, now: clock() })

  const renewing = setInterval(
    () => renewClaim(platform.db, claimId, id, later(clock(), CLAIM_MS)).catch(() => undefined),
    RENEWAL_MS,
  )
  try {
    const work = { ...submission, files: await readEvidence(platform.storage, submission.files) }
    const judgement = await assessor.assess(work, signal)
    const assessment = assessmentOf(submission.project, judgement, assessor)
    const { isSuspicious } = judgement
    await recordAssessment(platform, { submission, claimId, assessment, isSuspicious, now: clock() })
  } catch (fault) {
    log.warn({ submissionId: id, fault: describeFault(fault) }, 'capstones: no assessment came')
    const step = { submission, claimId, now: clock() }
    const until = nextChanceAfter(fault, { ...step, isAborted: signal.aborted })
    // Who is asked to come later has tried nothing, and is not the wiser for having come so often.
    const isUntried = fault instanceof LlmFault && !signal.aborted
    if (until) await postpone(platform, { ...step, until, isUntried })
    else await recordFailure(platform, step)
  } finally {
    clearInterval(renewing)
  }
}

interface Step {
  submission: ClaimedSubmission
  claimId: ClaimId
  now: Date
}

/** When it is worth another go; undefined when the assessor has done what it could. */
function nextChanceAfter(
  fault: unknown,
  { submission, now, isAborted }: Step & { isAborted: boolean },
): Date | undefined {
  if (isAborted) return now
  if (fault instanceof LlmFault) return fault.retryAt
  // Something of ours is out of order: the files, or the database.
  return later(now, submission.claims * FAULT_PAUSE_MS)
}

type Writer = Pick<Platform, 'write'>

async function recordAssessment(
  { write }: Writer,
  step: Step & { assessment: Assessment; isSuspicious: boolean },
): Promise<void> {
  const { submission, claimId, assessment, isSuspicious, now } = step
  const { id } = submission
  const result = assessment.passed ? 'PASSED' : 'NEEDS_REVISION'
  await write(async (tx) => {
    if (assessment.passed && isSuspicious) {
      const reviewCause = 'SUSPICIOUS'
      await updateAssessed(tx, { id, claimId, assessment, status: 'UNDER_REVIEW', reviewCause, now })
      return
    }
    if (await updateAssessed(tx, { id, claimId, assessment, status: result, reviewCause: null, now }))
      await settleSubmission(tx, { submission, result, percentage: assessment.percentage, now })
  })
}

/** No machine could judge it, so people will. */
async function recordFailure({ write }: Writer, { submission, claimId, now }: Step): Promise<void> {
  const reviewCause = 'ASSESSMENT_FAILED'
  const outcome = { id: submission.id, claimId, assessment: null, reviewCause, now } as const
  await write((tx) => updateAssessed(tx, { ...outcome, status: 'UNDER_REVIEW' }))
}

async function postpone({ write }: Writer, step: Step & { until: Date; isUntried: boolean }): Promise<void> {
  const { submission, claimId, until, isUntried, now } = step
  await write(async (tx) => {
    await releaseClaim(tx, { id: submission.id, claimId, notBefore: until, isUntried, now })
    tx.enqueue(assessSubmissionJob, { submissionId: submission.id }, { startAfter: until })
  })
}

/** Finds what was left behind, whatever became of its job, and asks for it again. */
export async function sweepSubmissions(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  now: Date,
): Promise<SubmissionId[]> {
  const owed = await listOwed(db, now, later(now, -HINT_MS), SWEPT_AT_ONCE)
  if (owed.length > 0) {
    await write(async (tx) => {
      for (const submissionId of owed) tx.enqueue(assessSubmissionJob, { submissionId })
    })
  }
  return owed
}
