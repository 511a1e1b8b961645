import { refusals } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/tx.ts'
import { reserveQuestions } from '../../questions/reserved-questions.ts'
import type { Contest, ContestId } from '../contest.ts'
import { errors } from '../errors.ts'
import { scheduleContest } from '../jobs.ts'
import { countParticipants, lockContest } from '../queries.ts'
import { type ContestPatch, faultsOfSpan } from './contest-draft.ts'
import { type ContestPlan, updatePlan } from './queries.ts'

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
  const isUnderWay = now >= contest.startsAt || (await countParticipants(tx, contestId)) > 0
  if (isUnderWay && breaksPromise(contest, patch)) throw errors.contest_under_way()

  const plan = planOf(contest, patch)
  const [fault] = faultsOfSpan(plan.startsAt, plan.endsAt)
  if (fault) throw refusals.validation_failed({ details: [{ field: 'endsAt', message: fault }] })
  if (patch.questions) {
    plan.questionIds = await reserveQuestions(tx, {
      owner: `contest:${contestId}`,
      questions: patch.questions,
    })
  }
  await updatePlan(tx, contestId, plan)
  scheduleContest(tx, { id: contestId, ...plan })
}

function planOf(contest: Contest, patch: ContestPatch): ContestPlan {
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
function breaksPromise(contest: Contest, patch: ContestPatch): boolean {
  const plan = planOf(contest, patch)
  return (
    patch.questions !== undefined ||
    plan.entryFeeGems !== contest.entryFeeGems ||
    plan.guaranteedPoolGems < contest.guaranteedPoolGems ||
    plan.prizeTable.join() !== contest.prizeTable.join() ||
    plan.minParticipants !== contest.minParticipants ||
    plan.maxDurationSeconds !== contest.maxDurationSeconds ||
    plan.startsAt.getTime() !== contest.startsAt.getTime() ||
    plan.endsAt < contest.endsAt
  )
}
