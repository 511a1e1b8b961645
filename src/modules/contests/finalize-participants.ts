import { contestCancelled, contestResult, contestWon } from '../../events/contests.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { contestAccount, userAccount } from '../ledger/public/account.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import type { TransferEntry } from '../ledger/public/transfer.ts'
import { rewardResults } from './contest-xp.ts'
import { type Contest, shardOf } from './public/contest.ts'
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

function isActive({ isWithdrawn }: FinalizedParticipant): boolean {
  return !isWithdrawn
}
