import type { SessionId, UserId } from '../../../platform/ids.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { TopicId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'
import { findLiveEntry, insertEntry } from './entries.ts'
import { requireStakeAllowed, type StakeRules } from './stake-rules.ts'
import { escrowStake } from './stakes.ts'
import type { EntryId, RoomId } from './ticket.ts'

interface SeatPlayer {
  userId: UserId
  sessionId: SessionId
  roomId: RoomId
  seat: 0 | 1
  topicId: TopicId | null
  stake: bigint
  stakeRules: StakeRules
  startDeadline: Date
  now: Date
}

/**
 * Seats a user in a room and moves the stake to escrow. Throws `already_queued` or `already_in_battle` if the user has a
 * live entry. Throws if a rule refuses the stake.
 */
export async function seatPlayer(tx: Tx, player: SeatPlayer): Promise<void> {
  const { userId, sessionId, roomId, seat, topicId, stake, stakeRules, startDeadline, now } = player
  const entryId: EntryId = newId()
  const isNew = await insertEntry(tx, {
    id: entryId,
    userId,
    sessionId,
    topicId,
    stake,
    now,
    expiresAt: startDeadline,
    seat: { roomId, seat },
  })
  if (!isNew) {
    const existing = await findLiveEntry(tx, userId)
    if (existing?.status === 'QUEUED') throw errors.already_queued()
    throw errors.already_in_battle({ extra: { roomId: existing?.roomId ?? null } })
  }
  await requireStakeAllowed(tx, userId, { stake, stakeRules, now })
  await escrowStake(tx, { entryId, userId, stake, now })
}
