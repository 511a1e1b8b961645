import { contestCancelled, contestResult, contestWon } from '../../events/contests.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { timeZoneAt } from '../accounts/public/time-zones.ts'
import { isActiveUser, listTimeZones } from '../accounts/public/user-status.ts'
import { contestAccount, userAccount } from '../ledger/public/account.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import type { TransferEntry } from '../ledger/public/transfer.ts'
import { recordAnswers } from '../mastery/public/record-answers.ts'
import { extendStreak } from '../streaks/public/extend-streak.ts'
import { rewardResults } from './contest-xp.ts'
import { countStreakDaysJob } from './jobs.ts'
import { findParticipation, listSubmissionTimes, updateRecorded } from './participant-queries.ts'
import { type Contest, type ContestId, shardOf } from './public/contest.ts'
import { listContestAnswers } from './public/review-attempt.ts'
import { countParticipants } from './queries.ts'
import {
  type FinalizedParticipant,
  finalizeRanked,
  finalizeUnranked,
  hasUnfinalized,
  updateFinished,
} from './settlement-queries.ts'

/** A transaction emits at most 200 events, and a winner can cause five. */
const RESULTS_PER_TRANSACTION = 30
const REFUNDS_PER_TRANSACTION = 200

/**
 * Processes the next batch of participants of a decided contest: stores the final rank, pays XP and emits the result, or refunds
 * the fee. Sets `contest.finished_at` after the last batch.
 */
export async function processParticipants(tx: Tx, contest: Contest, now: Date): Promise<void> {
  if (contest.outcome === 'SETTLED') await finalizeParticipants(tx, contest, now)
  else await refundParticipants(tx, contest, now)
  if (!(await hasUnfinalized(tx, contest.id))) await updateFinished(tx, contest.id, now)
}

async function finalizeParticipants(tx: Tx, contest: Contest, now: Date): Promise<void> {
  const batch = { contestId: contest.id, limit: RESULTS_PER_TRANSACTION, now }
  const ranked = await finalizeRanked(tx, batch)
  // Participants without a submission follow after all ranked ones.
  const others =
    ranked.length < RESULTS_PER_TRANSACTION
      ? await finalizeUnranked(tx, {
          ...batch,
          isCancelled: false,
          limit: RESULTS_PER_TRANSACTION - ranked.length,
        })
      : []
  await rewardResults(tx, { contestId: contest.id, results: ranked, now })
  const finalized = [...ranked, ...others]
  enqueueStreakDays(tx, contest, ranked)
  const participantCount = await countParticipants(tx, contest.id)
  const at = now.toISOString()
  for (const { userId, rank, score, prizeGems } of finalized.filter(isActive)) {
    const { id: contestId, title } = contest
    tx.emit(contestResult({ userId, contestId, title, rank, score, prizeGems, participantCount, at }))
    if (rank === 1 && score! >= contest.minPrizeScore) tx.emit(contestWon({ userId, contestId, at }))
  }
}

async function refundParticipants(tx: Tx, contest: Contest, now: Date): Promise<void> {
  const batch = { contestId: contest.id, isCancelled: true, limit: REFUNDS_PER_TRANSACTION, now }
  const finalized = await finalizeUnranked(tx, batch)
  const [first] = finalized
  if (!first) return
  if (contest.entryFeeGems > 0n) {
    await postTransfer(tx, {
      // A user is in one batch only, so the first user identifies the batch.
      source: `contest:${contest.id}:refund:${first.userId}`,
      reason: 'contest entry fee refunded',
      entries: finalized.flatMap(({ userId }): TransferEntry[] => [
        { account: contestAccount(contest.id, shardOf(userId)), asset: 'GEM', amount: -contest.entryFeeGems },
        { account: userAccount(userId), asset: 'GEM', amount: contest.entryFeeGems },
      ]),
      now,
    })
  }
  enqueueStreakDays(tx, contest, finalized)
  const userIds = finalized.filter(isActive).map(({ userId }) => userId)
  if (userIds.length > 0) {
    tx.emit(
      contestCancelled({
        contestId: contest.id,
        title: contest.title,
        reason: contest.cancelReason!,
        refundedGems: Number(contest.entryFeeGems),
        userIds,
        at: now.toISOString(),
      }),
    )
  }
}

/** A job, because the winners' balances are locked here and a streak is locked before balances. */
function enqueueStreakDays(tx: Tx, { id: contestId }: Contest, finalized: FinalizedParticipant[]): void {
  const userIds = finalized.filter(isActive).map(({ userId }) => userId)
  if (userIds.length > 0) tx.enqueue(countStreakDaysJob, { contestId, userIds })
}

/** Percent. */
const MIN_STREAK_SCORE = 50

/**
 * Extends the streaks of participants of a decided contest on the day of their submission, if the score is high enough.
 * Can run again: a streak counts a day once.
 */
export async function countStreakDays(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { contestId, userIds }: { contestId: ContestId; userIds: UserId[] },
  now: Date,
): Promise<void> {
  const submissions = await listSubmissionTimes(db, { contestId, userIds, minScore: MIN_STREAK_SCORE })
  for (const { userId, submittedAt } of submissions) {
    await write(async (tx) => {
      const zones = (await listTimeZones(tx, [userId])).get(userId)
      if (!zones) return
      const activity = { at: submittedAt, zone: timeZoneAt(zones, submittedAt) }
      await extendStreak(tx, { userId, timeZone: zones.current, activity, now })
    })
  }
}

/**
 * Records the answers of a participant of a settled contest for mastery, once. They count at the time of the submission, but
 * not before the settlement: a level that rises would reveal the score. A question that was left out says nothing.
 */
export async function recordContestAnswers(
  { write }: Pick<Platform, 'write'>,
  { userId, contestId }: EventData<typeof contestResult>,
): Promise<void> {
  await write(async (tx) => {
    if (!(await updateRecorded(tx, contestId, userId))) return
    if (!(await isActiveUser(tx, userId))) return
    const participation = await findParticipation(tx, contestId, userId)
    const given = new Set(participation?.answers?.map(({ questionId }) => questionId))
    const answers = (await listContestAnswers(tx, { contestId, userId }))
      .filter(({ questionId }) => given.has(questionId))
      .map((answer) => ({ ...answer, isRepeat: false }))
    await recordAnswers(tx, { userId, answers, at: participation!.submittedAt! })
  })
}

function isActive({ isWithdrawn }: FinalizedParticipant): boolean {
  return !isWithdrawn
}
