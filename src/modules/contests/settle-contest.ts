import { type CancelReason, leaderboardChanged } from '../../events/contests.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listInactiveUsers } from '../accounts/public/user-status.ts'
import { contestAccount, HOUSE, userAccount } from '../ledger/public/account.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import type { TransferEntry } from '../ledger/public/transfer.ts'
import { processParticipants } from './finalize-participants.ts'
import { type Contest, type ContestId, settlesAt } from './public/contest.ts'
import { countParticipants, lockContest } from './queries.ts'
import {
  countWithdrawn,
  listPrizeCandidates,
  listShards,
  lockPrizeCandidates,
  type PrizeCandidate,
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
  const reason: CancelReason | null =
    activeCount < contest.minParticipants
      ? 'TOO_FEW_PARTICIPANTS'
      : candidates.length === 0
        ? 'NO_SUBMISSIONS'
        : null
  const outcome = reason ? 'CANCELLED' : 'SETTLED'
  await updateOutcome(tx, contestId, { outcome, reason, now })
  if (!reason) await payPrizes(tx, contest, candidates, now)
  tx.emit(leaderboardChanged({ contestId }))
  await processParticipants(tx, { ...contest, outcome, cancelReason: reason }, now)
}

/** The candidates for the prize table. Suspended and withdrawn participants are replaced by the next ones. */
async function lockPrizeWinners(tx: Tx, { id, prizeTable }: Contest, now: Date): Promise<PrizeCandidate[]> {
  for (;;) {
    const candidates = await listPrizeCandidates(tx, id, prizeTable.length)
    const userIds = candidates.map(({ userId }) => userId)
    const withdrawn = await lockPrizeCandidates(tx, id, userIds)
    const suspended = await listInactiveUsers(tx, userIds)
    if (withdrawn.length === 0 && suspended.length === 0) return candidates
    await withdrawSuspended(tx, { contestId: id, userIds: suspended, now })
  }
}

async function payPrizes(tx: Tx, contest: Contest, candidates: PrizeCandidate[], now: Date): Promise<void> {
  const pool = await collectPrizePool(tx, contest, now)
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

/** Transfers the fees of all shards and the guaranteed pool to one account. Returns the sum. */
async function collectPrizePool(tx: Tx, contest: Contest, now: Date): Promise<bigint> {
  const shards = contest.entryFeeGems > 0n ? await listShards(tx, contest.id) : []
  const given: TransferEntry[] = shards.map(({ shard, participantCount }) => ({
    account: contestAccount(contest.id, shard),
    asset: 'GEM',
    amount: -contest.entryFeeGems * BigInt(participantCount),
  }))
  if (contest.guaranteedPoolGems > 0n)
    given.push({ account: HOUSE.prizes, asset: 'GEM', amount: -contest.guaranteedPoolGems })
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
