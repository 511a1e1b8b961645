import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { reserveQuestions } from '../../questions/public/reserve-questions.ts'
import { errors } from '../errors.ts'
import { scheduleContest } from '../jobs.ts'
import { type ContestTerms, countParticipants, lockContest, updateTerms } from '../queries.ts'
import type { Contest, ContestId } from './contest.ts'
import { type ContestPatch, findTimeRangeErrors, toReserved } from './contest-draft.ts'

interface UpdateContest {
  contestId: ContestId
  patch: ContestPatch
  now: Date
}

/**
 * Changes a contest. After the first join or the start, the terms are locked: only texts, a larger pool and a later
 * end are allowed.
 */
export async function updateContest(tx: Tx, { contestId, patch, now }: UpdateContest): Promise<void> {
  // The lock delays joins, so that no participant pays for terms that change.
  const contest = await lockContest(tx, contestId)
  if (!contest) throw errors.contest_not_found()
  if (contest.outcome || now >= contest.endsAt) throw errors.contest_ended()
  const areTermsLocked = now >= contest.startsAt || (await countParticipants(tx, contestId)) > 0
  if (areTermsLocked && changesTerms(contest, patch)) throw errors.contest_under_way()

  const terms = termsOf(contest, patch)
  const [message] = findTimeRangeErrors(terms.startsAt, terms.endsAt)
  if (message) throw commonErrors.validation_failed({ details: [{ field: 'endsAt', message }] })
  if (patch.questions) {
    terms.questionIds = await reserveQuestions(tx, {
      owner: `contest:${contestId}`,
      questions: toReserved(patch.questions),
    })
  }
  await updateTerms(tx, contestId, terms)
  scheduleContest(tx, { id: contestId, ...terms })
}

function termsOf(contest: Contest, patch: ContestPatch): ContestTerms {
  return {
    title: patch.title ?? contest.title,
    description: patch.description ?? contest.description,
    entryFeeGems: BigInt(patch.entryFeeGems ?? contest.entryFeeGems),
    guaranteedPoolGems: BigInt(patch.prizePoolGems ?? contest.guaranteedPoolGems),
    prizeTable: patch.prizeTable ?? contest.prizeTable,
    minParticipants: patch.minParticipants ?? contest.minParticipants,
    maxDurationSeconds:
      patch.maxDurationSeconds === undefined ? contest.maxDurationSeconds : patch.maxDurationSeconds,
    startsAt: new Date(patch.startsAt ?? contest.startsAt),
    endsAt: new Date(patch.endsAt ?? contest.endsAt),
    questionIds: contest.questionIds,
  }
}

/** A patch with the current values changes nothing. */
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
