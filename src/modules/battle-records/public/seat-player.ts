import type { SessionId, UserId } from '../../../platform/ids.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../../battle-game/errors.ts'
import type { TopicId } from '../../questions/public/question.ts'
import { findLiveEntry, insertEntry } from './entries.ts'
import { escrowStake } from './stakes.ts'
import type { EntryId, RoomId } from './ticket.ts'

export interface SeatPlayer {
  userId: UserId
  sessionId: SessionId
  roomId: RoomId
  seat: 0 | 1
  topicId: TopicId | null
  stake: bigint
  startDeadline: Date
  now: Date
}

/** Gives a user a seat in a room and takes their stake into escrow. Who waits or plays already is refused. */
export async function seatPlayer(tx: Tx, player: SeatPlayer): Promise<void> {
  const { userId, sessionId, roomId, seat, topicId, stake, startDeadline, now } = player
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
    throw errors.already_in_battle({ extra: { roomId: existing?.roomId ?? null } })
  }
  await escrowStake(tx, { entryId, userId, stake, now })
}
