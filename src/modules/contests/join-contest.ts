import type { UserId } from '../../platform/ids.ts'
import { constantTimeEqual } from '../../platform/secrets.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type GemUseRules, requireGemUse, requireStakesOn } from '../accounts/public/require-gem-use.ts'
import { contestAccount } from '../ledger/public/account.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { errors } from './errors.ts'
import { insertParticipant, isAnswerReader } from './participant-queries.ts'
import { type Contest, hasPrizes, shardOf } from './public/contest.ts'

interface JoinContest {
  userId: UserId
  /** As read before the transaction. If fee or prizes have changed since, the join is refused. */
  contest: Pick<Contest, 'id' | 'roomCode' | 'entryFeeGems' | 'guaranteedPoolGems' | 'outcome'>
  roomCode: string | undefined
  gemUse: GemUseRules
  now: Date
}

/** Makes the user a participant and moves the fee to the escrow of the contest, both once. */
export async function joinContest(
  tx: Tx,
  { userId, contest, roomCode, gemUse, now }: JoinContest,
): Promise<void> {
  if (contest.roomCode !== null && !isSameCode(contest.roomCode, roomCode ?? ''))
    throw errors.room_code_invalid()
  // In one round trip, because the shard row is locked until commit. A failure of either rolls back both.
  // The insert locks the contest, so that the second statement sees every reader of the answers.
  const [inserted, isReader, allowed, paid] = await Promise.allSettled([
    insertParticipant(tx, { contestId: contest.id, userId, ...contest, now }),
    isAnswerReader(tx, contest.id, userId),
    requirePrizeAllowed(tx, { userId, contest, gemUse, now }),
    payFee(tx, { userId, contest, now }),
  ])
  if (inserted.status === 'rejected') throw inserted.reason
  const { isOpen, isNew } = inserted.value
  if (!isOpen) throw contest.outcome === 'CANCELLED' ? errors.contest_cancelled() : errors.contest_ended()
  if (!isNew) throw errors.already_joined()
  if (isReader.status === 'rejected') throw isReader.reason
  if (isReader.value) throw errors.answers_known()
  if (allowed.status === 'rejected') throw allowed.reason
  if (paid.status === 'rejected') throw paid.reason
}

function isSameCode(code: string, given: string): boolean {
  return constantTimeEqual(Buffer.from(code), Buffer.from(given.toUpperCase()))
}

/** A fee needs an account that may use gems; a prize needs a verified address. */
async function requirePrizeAllowed(
  tx: Tx,
  { userId, contest, gemUse, now }: Omit<JoinContest, 'roomCode'>,
): Promise<void> {
  if (contest.entryFeeGems > 0n) await requireStakesOn(tx, gemUse)
  if (!hasPrizes(contest)) return
  const rules = contest.entryFeeGems > 0n ? gemUse : { ...gemUse, minAccountAgeMs: 0 }
  await requireGemUse(tx, userId, { rules, now })
}

async function payFee(
  tx: Tx,
  { userId, contest, now }: Omit<JoinContest, 'roomCode' | 'gemUse'>,
): Promise<void> {
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
