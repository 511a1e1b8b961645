import type { UserId } from '../../platform/ids.ts'
import { constantTimeEqual } from '../../platform/secrets.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { contestAccount } from '../ledger/public/account.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { errors } from './errors.ts'
import { insertParticipant } from './participant-queries.ts'
import { type Contest, shardOf } from './public/contest.ts'

interface JoinContest {
  userId: UserId
  /** As read before the transaction. If the fee has changed since, the join is refused. */
  contest: Pick<Contest, 'id' | 'roomCode' | 'entryFeeGems' | 'outcome'>
  roomCode: string | undefined
  now: Date
}

/** Makes the user a participant and moves the fee to the escrow of the contest, both once. */
export async function joinContest(tx: Tx, { userId, contest, roomCode, now }: JoinContest): Promise<void> {
  if (contest.roomCode !== null && !isSameCode(contest.roomCode, roomCode ?? ''))
    throw errors.room_code_invalid()
  // In one round trip, because the shard row is locked until commit. A failure of either rolls back both.
  const [inserted, paid] = await Promise.allSettled([
    insertParticipant(tx, { contestId: contest.id, userId, entryFeeGems: contest.entryFeeGems, now }),
    payFee(tx, { userId, contest, now }),
  ])
  if (inserted.status === 'rejected') throw inserted.reason
  const { isOpen, isNew } = inserted.value
  if (!isOpen) throw contest.outcome === 'CANCELLED' ? errors.contest_cancelled() : errors.contest_ended()
  if (!isNew) throw errors.already_joined()
  if (paid.status === 'rejected') throw paid.reason
}

function isSameCode(code: string, given: string): boolean {
  return constantTimeEqual(Buffer.from(code), Buffer.from(given.toUpperCase()))
}

async function payFee(tx: Tx, { userId, contest, now }: Omit<JoinContest, 'roomCode'>): Promise<void> {
  if (contest.entryFeeGems === 0n) return
  await chargeGems(tx, {
    userId,
    gems: Number(contest.entryFeeGems),
    to: contestAccount(contest.id, shardOf(userId)),
    source: `contest:${contest.id}:fee:${userId}`,
    reason: 'contest entry fee',
    now,
  })
}
