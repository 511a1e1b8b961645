import { type CancelReason, leaderboardChanged } from '../../events/contests.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listInactiveUsers } from '../accounts/public/user-status.ts'
import { contestAccount, HOUSE, userAccount } from '../ledger/public/account.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import type { TransferEntry } from '../ledger/public/transfer.ts'
import { processParticipants } from './finalize-participants.ts'
import { countLeaderboard } from './leaderboard-queries.ts'
import { type Contest, type ContestId, settlesAt } from './public/contest.ts'
import { countParticipants, lockContest } from './queries.ts'
import {
  countWithdrawn,
  listPrizeCandidates,
  listShards,
  lockPrizeCandidates,
  type PrizeCandidate,
  updateHousePoolPaid,
  updateOutcome,
  updatePrizes,
  withdrawSuspended,
} from './settlement-queries.ts'
import { splitPrizePool } from './split-prize-pool.ts'

/** Far below the maximum number of entries of a transfer; only many equal results exceed it. */
const WINNERS_PER_TRANSFER = 2_000

/**
 * Decides a contest that is over: settles it and pays the prizes, or cancels it. Runs in one transaction and locks the
 * contest, so every accepted submission is ranked and none is accepted afterwards. Does nothing if it is not due.
 */
export async function settleContest(
  tx: Tx,
  { contestId, now }: { contestId: ContestId; now: Date },
): Promise<void> {
  const contest = await lockContest(tx, contestId)
  if (!contest || contest.outcome || now < settlesAt(contest)) return

  const candidates = await lockPrizeWinners(tx, contest, now)
  const activeCount = (await countParticipants(tx, contestId)) - (await countWithdrawn(tx, contestId))
  const submissionCount = await countLeaderboard(tx, contestId)
  const reason = findCancelReason(contest, { activeCount, submissionCount, winnerCount: candidates.length })
  const outcome = reason ? 'CANCELLED' : 'SETTLED'
  const isHousePoolPaid = candidates.length > 0 && submissionCount >= contest.houseMinParticipants
  await updateOutcome(tx, contestId, { outcome, reason, now })
  if (!reason) {
    await updateHousePoolPaid(tx, contestId, isHousePoolPaid)
    if (candidates.length > 0) await payPrizes(tx, { contest, candidates, isHousePoolPaid, now })
  }
  tx.emit(leaderboardChanged({ contestId }))
  await processParticipants(tx, { ...contest, outcome, cancelReason: reason }, now)
}

/** Fees that nobody can win are refunded. Without a fee, a contest is settled even if no score is high enough. */
function findCancelReason(
  { minParticipants, entryFeeGems }: Contest,
  counts: { activeCount: number; submissionCount: number; winnerCount: number },
): CancelReason | null {
  if (counts.activeCount < minParticipants) return 'TOO_FEW_PARTICIPANTS'
  if (counts.submissionCount === 0) return 'NO_SUBMISSIONS'
  return counts.winnerCount === 0 && entryFeeGems > 0n ? 'NO_PRIZE_SCORE' : null
}

/**
 * The candidates for the prize table with a score that is high enough. Suspended and withdrawn participants are replaced
 * by the next ones.
 */
async function lockPrizeWinners(
  tx: Tx,
  { id, prizeTable, minPrizeScore }: Contest,
  now: Date,
): Promise<PrizeCandidate[]> {
  for (;;) {
    const candidates = await listPrizeCandidates(tx, id, { prizeCount: prizeTable.length, minPrizeScore })
    const userIds = candidates.map(({ userId }) => userId)
    const withdrawn = await lockPrizeCandidates(tx, id, userIds)
    const suspended = await listInactiveUsers(tx, userIds)
    if (withdrawn.length === 0 && suspended.length === 0) return candidates
    await withdrawSuspended(tx, { contestId: id, userIds: suspended, now })
  }
}

interface PayPrizes {
  contest: Contest
  candidates: PrizeCandidate[]
  isHousePoolPaid: boolean
  now: Date
}

async function payPrizes(tx: Tx, { contest, candidates, isHousePoolPaid, now }: PayPrizes): Promise<void> {
  const housePoolGems = isHousePoolPaid ? contest.guaranteedPoolGems : 0n
  const pool = await collectPrizePool(tx, { contest, housePoolGems, now })
  const groups = [...Map.groupBy(candidates, ({ rank }) => rank).values()].map((equals) => equals.length)
  const prizes = splitPrizePool(pool, contest.prizeTable, groups)
  const winners = candidates
    .map(({ userId }, index) => ({ userId, gems: prizes[index]! }))
    .filter(({ gems }) => gems > 0n)
  for (let from = 0; from < winners.length; from += WINNERS_PER_TRANSFER) {
    const paid = winners.slice(from, from + WINNERS_PER_TRANSFER)
    await postTransfer(tx, {
      source: `contest:${contest.id}:prizes:${from}`,
      reason: 'contest prize',
      entries: [
        ...paid.map(({ userId, gems }) => prizeEntry(userId, gems)),
        { account: contestAccount(contest.id), asset: 'GEM', amount: -sum(paid.map(({ gems }) => gems)) },
      ],
      now,
    })
  }
  await updatePrizes(tx, contest.id, winners)
}

/** Transfers the fees of all shards and what the house pays to one account. Returns the sum. */
async function collectPrizePool(
  tx: Tx,
  { contest, housePoolGems, now }: { contest: Contest; housePoolGems: bigint; now: Date },
): Promise<bigint> {
  const shards = contest.entryFeeGems > 0n ? await listShards(tx, contest.id) : []
  const given: TransferEntry[] = shards.map(({ shard, participantCount }) => ({
    account: contestAccount(contest.id, shard),
    asset: 'GEM',
    amount: -contest.entryFeeGems * BigInt(participantCount),
  }))
  if (housePoolGems > 0n) given.push({ account: HOUSE.prizes, asset: 'GEM', amount: -housePoolGems })
  if (given.length === 0) return 0n
  const pool = -sum(given.map(({ amount }) => amount))
  await postTransfer(tx, {
    source: `contest:${contest.id}:pool`,
    reason: 'contest pool',
    entries: [...given, { account: contestAccount(contest.id), asset: 'GEM', amount: pool }],
    now,
  })
  return pool
}

function prizeEntry(userId: UserId, amount: bigint): TransferEntry {
  return { account: userAccount(userId), asset: 'GEM', amount }
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
