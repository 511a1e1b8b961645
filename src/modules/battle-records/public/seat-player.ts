import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { type EntryRow, findLiveEntry, insertEntry } from './entries.ts'
import { requireStakeAllowed, type StakeRules } from './stake-rules.ts'
import { escrowStake } from './stakes.ts'
import type { EntryId, RoomId } from './ticket.ts'

/** A user who asks to play, and the time of the request. */
export interface Player extends Pick<EntryRow, 'userId' | 'sessionId'> {
  now: Date
}

/** A player who names the topic and the stake. */
export interface StakingPlayer extends Player, Pick<EntryRow, 'topicId' | 'stake'> {
  stakeRules: StakeRules
}

interface SeatPlayer extends StakingPlayer {
  roomId: RoomId
  seat: 0 | 1
  startDeadline: Date
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
