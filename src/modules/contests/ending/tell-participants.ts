import type { Tx } from '../../../platform/tx.ts'
import { contestAccount, userAccount } from '../../rewards/ledger/account.ts'
import { postTransfer } from '../../rewards/ledger/post-transfer.ts'
import type { Leg } from '../../rewards/ledger/transfer.ts'
import { type Contest, laneOf } from '../contest.ts'
import { contestCancelled, contestResult, contestWon } from '../events.ts'
import { countParticipants } from '../queries.ts'
import {
  hasUntold,
  type ToldResult,
  updateFinished,
  updateToldRanked,
  updateToldUnranked,
} from './queries.ts'

/** A transaction tells at most 200 facts, and a winner may be the cause of four. */
const TOLD_AT_ONCE = 40
const REFUNDED_AT_ONCE = 200

/**
 * Gives the next participants of a decided contest what is theirs, and tells them: their rank, or their fee back.
 * Many take more than one call, each a transaction of its own; the last one says so in the contest.
 */
export async function tellParticipants(tx: Tx, contest: Contest, now: Date): Promise<void> {
  if (contest.outcome === 'SETTLED') await tellResults(tx, contest, now)
  else await refundFees(tx, contest, now)
  if (!(await hasUntold(tx, contest.id))) await updateFinished(tx, contest.id, now)
}

async function tellResults(tx: Tx, contest: Contest, now: Date): Promise<void> {
  const batch = { contestId: contest.id, limit: TOLD_AT_ONCE, now }
  const ranked = await updateToldRanked(tx, batch)
  // Those who never submitted come after all who did.
  const others =
    ranked.length < TOLD_AT_ONCE
      ? await updateToldUnranked(tx, { ...batch, isCancelled: false, limit: TOLD_AT_ONCE - ranked.length })
      : []
  const told = [...ranked, ...others]
  const participantCount = await countParticipants(tx, contest.id)
  const at = now.toISOString()
  for (const { userId, rank, score, prizeGems } of told.filter(isPresent)) {
    const { id: contestId, title } = contest
    tx.emit(contestResult({ userId, contestId, title, rank, score, prizeGems, participantCount, at }))
    if (rank === 1) tx.emit(contestWon({ userId, contestId, at }))
  }
}

async function refundFees(tx: Tx, contest: Contest, now: Date): Promise<void> {
  const batch = { contestId: contest.id, isCancelled: true, limit: REFUNDED_AT_ONCE, now }
  const told = await updateToldUnranked(tx, batch)
  const [first] = told
  if (!first) return
  if (contest.entryFeeGems > 0n) {
    await postTransfer(tx, {
      // Nobody is in two batches, so a batch is known by any of those in it.
      source: `contest:${contest.id}:refund:${first.userId}`,
      reason: 'contest entry fee refunded',
      legs: told.flatMap(({ userId }): Leg[] => [
        { account: contestAccount(contest.id, laneOf(userId)), asset: 'GEM', amount: -contest.entryFeeGems },
        { account: userAccount(userId), asset: 'GEM', amount: contest.entryFeeGems },
      ]),
      now,
    })
  }
  const userIds = told.filter(isPresent).map(({ userId }) => userId)
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

function isPresent({ isWithdrawn }: ToldResult): boolean {
  return !isWithdrawn
}
