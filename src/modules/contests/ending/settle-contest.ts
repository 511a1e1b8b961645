import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { listBarredUsers } from '../../identity/accounts/list-barred-users.ts'
import { contestAccount, HOUSE, userAccount } from '../../rewards/ledger/account.ts'
import { postTransfer } from '../../rewards/ledger/post-transfer.ts'
import type { Leg } from '../../rewards/ledger/transfer.ts'
import { type CancelReason, type Contest, type ContestId, settlesAt } from '../contest.ts'
import { boardChanged } from '../events.ts'
import { countParticipants, lockContest } from '../queries.ts'
import {
  countWithdrawn,
  listLanes,
  listPlaced,
  lockPlaced,
  type Placed,
  updateBarred,
  updateOutcome,
  updatePrizes,
} from './queries.ts'
import { shareOut } from './share-out.ts'
import { tellParticipants } from './tell-participants.ts'

/** Far below what one transfer may have: equals are many only when somebody means them to be. */
const WINNERS_A_TRANSFER = 2_000

/**
 * Decides a contest whose time is over, once: prizes, or fees back. It is all in one transaction, under the lock of
 * the contest; what was accepted before is ranked, and nothing is accepted after. Does nothing when it is not due.
 */
export async function settleContest(
  tx: Tx,
  { contestId, now }: { contestId: ContestId; now: Date },
): Promise<void> {
  const contest = await lockContest(tx, contestId)
  if (!contest || contest.outcome || now < settlesAt(contest)) return

  const placed = await listEntitled(tx, contest, now)
  const joined = await countParticipants(tx, contestId)
  const present = joined - (await countWithdrawn(tx, contestId))
  const reason: CancelReason | null =
    present < contest.minParticipants ? 'TOO_FEW_PARTICIPANTS' : placed.length === 0 ? 'NO_SUBMISSIONS' : null
  const outcome = reason ? 'CANCELLED' : 'SETTLED'
  await updateOutcome(tx, contestId, { outcome, reason, now })
  if (!reason) await payPrizes(tx, contest, placed, now)
  tx.emit(boardChanged({ contestId }))
  await tellParticipants(tx, { ...contest, outcome, cancelReason: reason }, now)
}

/** Those on the places of the table. Whoever is suspended or has left makes room for the next. */
async function listEntitled(tx: Tx, { id, prizeTable }: Contest, now: Date): Promise<Placed[]> {
  for (;;) {
    const placed = await listPlaced(tx, id, prizeTable.length)
    const userIds = placed.map(({ userId }) => userId)
    const gone = await lockPlaced(tx, id, userIds)
    const barred = await listBarredUsers(tx, userIds)
    if (gone.length === 0 && barred.length === 0) return placed
    await updateBarred(tx, { contestId: id, userIds: barred, now })
  }
}

async function payPrizes(tx: Tx, contest: Contest, placed: Placed[], now: Date): Promise<void> {
  const pool = await fillPool(tx, contest, now)
  const groups = [...Map.groupBy(placed, ({ rank }) => rank).values()].map((equals) => equals.length)
  const prizes = shareOut(pool, contest.prizeTable, groups)
  const winners = placed
    .map(({ userId }, index) => ({ userId, gems: prizes[index]! }))
    .filter(({ gems }) => gems > 0n)
  for (let from = 0; from < winners.length; from += WINNERS_A_TRANSFER) {
    const paid = winners.slice(from, from + WINNERS_A_TRANSFER)
    await postTransfer(tx, {
      source: `contest:${contest.id}:prizes:${from}`,
      reason: 'contest prize',
      legs: [
        ...paid.map(({ userId, gems }) => prizeLeg(userId, gems)),
        { account: contestAccount(contest.id), asset: 'GEM', amount: -sum(paid.map(({ gems }) => gems)) },
      ],
      now,
    })
  }
  await updatePrizes(tx, contest.id, winners)
}

/** Brings the fees of all lanes and what the house has guaranteed together, and says how much that is. */
async function fillPool(tx: Tx, contest: Contest, now: Date): Promise<bigint> {
  const lanes = contest.entryFeeGems > 0n ? await listLanes(tx, contest.id) : []
  const given: Leg[] = lanes.map(({ lane, participants }) => ({
    account: contestAccount(contest.id, lane),
    asset: 'GEM',
    amount: -contest.entryFeeGems * BigInt(participants),
  }))
  if (contest.guaranteedPoolGems > 0n)
    given.push({ account: HOUSE.prizes, asset: 'GEM', amount: -contest.guaranteedPoolGems })
  if (given.length === 0) return 0n
  const pool = -sum(given.map(({ amount }) => amount))
  await postTransfer(tx, {
    source: `contest:${contest.id}:pool`,
    reason: 'contest pool',
    legs: [...given, { account: contestAccount(contest.id), asset: 'GEM', amount: pool }],
    now,
  })
  return pool
}

function prizeLeg(userId: UserId, amount: bigint): Leg {
  return { account: userAccount(userId), asset: 'GEM', amount }
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
