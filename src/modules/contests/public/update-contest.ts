import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { reserveQuestions } from '../../questions/public/reserve-questions.ts'
import { type ContestTerms, updateTerms } from '../contest-queries.ts'
import { errors } from '../errors.ts'
import { scheduleContest } from '../jobs.ts'
import { countParticipants, lockContest } from '../queries.ts'
import type { Contest, ContestId } from './contest.ts'
import { type ContestPatch, findTimeRangeErrors } from './contest-draft.ts'

interface UpdateContest {
  contestId: ContestId
  patch: ContestPatch
  now: Date
}

/**
 * Changes a contest. As soon as somebody has joined or it has begun, what they were promised stays: only words, a
 * larger pool and a later end are possible.
 */
export async function updateContest(tx: Tx, { contestId, patch, now }: UpdateContest): Promise<void> {
  // The lock keeps joins out, so that nobody pays for what is being changed.
  const contest = await lockContest(tx, contestId)
  if (!contest) throw errors.contest_not_found()
  if (contest.outcome || now >= contest.endsAt) throw errors.contest_ended()
  const areTermsLocked = now >= contest.startsAt || (await countParticipants(tx, contestId)) > 0
  if (areTermsLocked && changesTerms(contest, patch)) throw errors.contest_under_way()

  const terms = termsOf(contest, patch)
  const [fault] = findTimeRangeErrors(terms.startsAt, terms.endsAt)
  if (fault) throw commonErrors.validation_failed({ details: [{ field: 'endsAt', message: fault }] })
  if (patch.questions) {
    terms.questionIds = await reserveQuestions(tx, {
      owner: `contest:${contestId}`,
      questions: patch.questions,
    })
  }
  await updateTerms(tx, contestId, terms)
  scheduleContest(tx, { id: contestId, ...terms })
}

function termsOf(contest: Contest, patch: ContestPatch): ContestTerms {
  return {
    title: patch.title ?? contest.title,
    description: patch.description ?? contest.description,
    entryFeeGems: patch.entryFeeGems === undefined ? contest.entryFeeGems : BigInt(patch.entryFeeGems),
    guaranteedPoolGems:
      patch.prizePoolGems === undefined ? contest.guaranteedPoolGems : BigInt(patch.prizePoolGems),
    prizeTable: patch.prizeTable ?? contest.prizeTable,
    minParticipants: patch.minParticipants ?? contest.minParticipants,
    maxDurationSeconds:
      patch.maxDurationSeconds === undefined ? contest.maxDurationSeconds : patch.maxDurationSeconds,
    startsAt: patch.startsAt ? new Date(patch.startsAt) : contest.startsAt,
    endsAt: patch.endsAt ? new Date(patch.endsAt) : contest.endsAt,
    questionIds: contest.questionIds,
  }
}

/** The patch may say again what is so already. */
function changesTerms(contest: Contest, patch: ContestPatch): boolean {
  const terms = termsOf(contest, patch)
  return (
    patch.questions !== undefined ||
    terms.entryFeeGems !== contest.entryFeeGems ||
    terms.guaranteedPoolGems < contest.guaranteedPoolGems ||
    terms.prizeTable.join() !== contest.prizeTable.join() ||
    terms.minParticipants !== contest.minParticipants ||
    terms.maxDurationSeconds !== contest.maxDurationSeconds ||
    terms.startsAt.getTime() !== contest.startsAt.getTime() ||
    terms.endsAt < contest.endsAt
  )
}
