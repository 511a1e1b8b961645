import type { SessionId, UserId } from '../../../platform/ids.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { TopicId } from '../../questions/question.ts'
import { errors } from '../errors.ts'
import { findLiveEntry, insertEntry } from '../queue/queries.ts'
import { holdStake } from '../stakes.ts'
import type { EntryId, RoomId } from '../ticket.ts'

export interface PlaceUser {
  userId: UserId
  sessionId: SessionId
  roomId: RoomId
  seat: 0 | 1
  topicId: TopicId | null
  stake: bigint
  waitsUntil: Date
  now: Date
}

/** Gives a user a seat in a room and takes their stake into escrow. Who waits or plays already is refused. */
export async function placeUser(tx: Tx, place: PlaceUser): Promise<void> {
  const { userId, sessionId, roomId, seat, topicId, stake, waitsUntil, now } = place
  const entryId: EntryId = newId()
  const isNew = await insertEntry(tx, {
    id: entryId,
    userId,
    sessionId,
    topicId,
    stake,
    now,
    expiresAt: waitsUntil,
    place: { roomId, seat },
  })
  if (!isNew) {
    const held = await findLiveEntry(tx, userId)
    throw errors.already_in_battle({ extra: { roomId: held?.roomId ?? null } })
  }
  await holdStake(tx, { entryId, userId, stake, now })
}
