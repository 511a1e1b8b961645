import { definedFields } from '../../../platform/defined-fields.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { reserveQuestions } from '../../questions/public/reserve-questions.ts'
import { errors } from '../errors.ts'
import { scheduleContest } from '../jobs.ts'
import { type ContestTerms, countParticipants, lockContest, updateTerms } from '../queries.ts'
import { type Contest, type ContestId, CREATOR_HOUSE_MIN_PARTICIPANTS, hasPrizes } from './contest.ts'
import { type ContestPatch, findDrawErrors, findTimeRangeErrors, toReserved } from './contest-draft.ts'
import { type ContestAuthor, requireHousePrizeAllowed } from './create-contest.ts'

interface UpdateContest {
  contestId: ContestId
  patch: ContestPatch
  editor: ContestAuthor
  now: Date
}

/**
 * Changes a contest. After the first join or the start, the terms are locked: only texts, a larger pool and a later
 * end are allowed. Returns the guaranteed pool before and after, which is locked until commit.
 */
export async function updateContest(
  tx: Tx,
  { contestId, patch, editor, now }: UpdateContest,
): Promise<{ poolBefore: number; poolAfter: number }> {
  // The lock delays joins, so that no participant pays for terms that change.
  const contest = await lockContest(tx, contestId)
  if (!contest) throw errors.contest_not_found()
  if (contest.outcome || now >= contest.endsAt) throw errors.contest_ended()
  const areTermsLocked = now >= contest.startsAt || (await countParticipants(tx, contestId)) > 0
  if (areTermsLocked && changesTerms(contest, patch)) throw errors.contest_under_way()

  const terms = termsOf(contest, patch)
  requireValidTerms(terms, patch.questions?.length ?? contest.questionIds.length)
  if (editor.role === 'CREATOR') limitHousePrize(contest, terms, { areTermsLocked, now })
  if (patch.questions) {
    terms.questionIds = await reserveQuestions(tx, {
      owner: `contest:${contestId}`,
      questions: toReserved(patch.questions),
    })
  }
  await updateTerms(tx, contestId, terms)
  scheduleContest(tx, { id: contestId, ...terms })
  return {
    poolBefore: Number(contest.guaranteedPoolGems),
    poolAfter: Number(terms.guaranteedPoolGems),
  }
}

function requireValidTerms(terms: ContestTerms, questionCount: number): void {
  const [timeMessage] = findTimeRangeErrors(terms.startsAt, terms.endsAt)
  const [drawMessage] = findDrawErrors(terms.questionsPerAttempt, questionCount)
  const details = [
    ...(timeMessage ? [{ field: 'endsAt', message: timeMessage }] : []),
    ...(drawMessage ? [{ field: 'questionsPerAttempt', message: drawMessage }] : []),
  ]
  if (details.length > 0) throw commonErrors.validation_failed({ details })
}

/** Applies the rules for contests of a CREATOR to a contest that a CREATOR changes, whoever created it. */
function limitHousePrize(
  before: Contest,
  terms: ContestTerms,
  { areTermsLocked, now }: { areTermsLocked: boolean; now: Date },
): void {
  const isPoolRaised = terms.guaranteedPoolGems > before.guaranteedPoolGems
  const isMoved =
    terms.startsAt.getTime() !== before.startsAt.getTime() ||
    terms.endsAt.getTime() !== before.endsAt.getTime()
  if (isPoolRaised || (isMoved && now < before.startsAt)) requireHousePrizeAllowed({ ...terms, now })
  if (!areTermsLocked)
    terms.houseMinParticipants = Math.max(terms.houseMinParticipants, CREATOR_HOUSE_MIN_PARTICIPANTS)
  else if (isPoolRaised && terms.houseMinParticipants < CREATOR_HOUSE_MIN_PARTICIPANTS)
    throw errors.contest_under_way({
      message: 'The contest has participants or has started. Only an admin may raise its pool now.',
    })
}

function termsOf(contest: Contest, patch: ContestPatch): ContestTerms {
  const { entryFeeGems, prizePoolGems, startsAt, endsAt, questions: _, ...others } = patch
  return {
    ...contest,
    ...definedFields(others),
    entryFeeGems: BigInt(entryFeeGems ?? contest.entryFeeGems),
    guaranteedPoolGems: BigInt(prizePoolGems ?? contest.guaranteedPoolGems),
    startsAt: new Date(startsAt ?? contest.startsAt),
    endsAt: new Date(endsAt ?? contest.endsAt),
  }
}

/** A patch with the current values changes nothing. */
function changesTerms(contest: Contest, patch: ContestPatch): boolean {
  const terms = termsOf(contest, patch)
  return (
    patch.questions !== undefined ||
    terms.entryFeeGems !== contest.entryFeeGems ||
    terms.guaranteedPoolGems < contest.guaranteedPoolGems ||
    // Participants joined without the checks that prizes require.
    hasPrizes(terms) !== hasPrizes(contest) ||
    terms.questionsPerAttempt !== contest.questionsPerAttempt ||
    terms.minPrizeScore !== contest.minPrizeScore ||
    terms.prizeTable.join() !== contest.prizeTable.join() ||
    terms.minParticipants !== contest.minParticipants ||
    terms.maxDurationSeconds !== contest.maxDurationSeconds ||
    terms.startsAt.getTime() !== contest.startsAt.getTime() ||
    terms.endsAt < contest.endsAt
  )
}
