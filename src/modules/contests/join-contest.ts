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
  /** As it was read just before. Should its fee have changed since, the door stays shut. */
  contest: Pick<Contest, 'id' | 'roomCode' | 'entryFeeGems' | 'outcome'>
  roomCode: string | undefined
  now: Date
}

/** Lets a user take part: the fee goes into the contest's escrow, once, or nothing happens. */
export async function joinContest(tx: Tx, { userId, contest, roomCode, now }: JoinContest): Promise<void> {
  if (contest.roomCode !== null && !isSameCode(contest.roomCode, roomCode ?? ''))
    throw errors.room_code_invalid()
  // Sent at once, because the lanes are held until the commit; what goes wrong with either undoes both.
  const [entered, paid] = await Promise.allSettled([
    insertParticipant(tx, { contestId: contest.id, userId, entryFeeGems: contest.entryFeeGems, now }),
    payFee(tx, { userId, contest, now }),
  ])
  if (entered.status === 'rejected') throw entered.reason
  const { isOpen, isNew } = entered.value
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
