import { later } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/errors.ts'
import { newId, type SessionId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { findEntry } from '../queue/queries.ts'
import type { BattleRules } from '../rules.ts'
import type { RoomId } from '../ticket.ts'
import { placeUser } from './place-user.ts'
import { insertRoom, listSeats, lockEndedRoom, updateRematch } from './queries.ts'

export interface AskRematch {
  roomId: RoomId
  userId: UserId
  sessionId: SessionId
  rules: BattleRules
  now: Date
}

export type Rematch =
  | { kind: 'offered'; opponentId: UserId; until: Date }
  | { kind: 'agreed'; roomId: RoomId; opponentId: UserId }

/** The first who asks makes an offer, the second takes it: both play again, for the same stake. */
export async function askRematch(
  tx: Tx,
  { roomId, userId, sessionId, rules, now }: AskRematch,
): Promise<Rematch> {
  const seats = await listSeats(tx, roomId)
  const own = seats.find((seat) => seat.userId === userId)
  if (!own) throw errors.room_not_found()
  const room = await lockEndedRoom(tx, roomId)
  const other = seats.find((seat) => seat.userId !== userId)
  const until = room?.endedAt ? later(room.endedAt, rules.rematchMs) : now
  if (!room || !other || room.state !== 'FINISHED' || until <= now) throw errors.rematch_closed()
  if (room.rematchRoomId) return { kind: 'agreed', roomId: room.rematchRoomId, opponentId: other.userId }
  if (room.rematchBy !== other.userId) {
    await updateRematch(tx, { roomId, rematchBy: userId, rematchRoomId: null })
    return { kind: 'offered', opponentId: other.userId, until }
  }

  const next: RoomId = newId()
  const { topicId, stake } = room
  const waitsUntil = later(now, rules.readyMs)
  await insertRoom(tx, { id: next, kind: 'REMATCH', topicId, stake, seed: newId(), now, waitsUntil })
  const theirs = (await findEntry(tx, other.entryId))!.sessionId
  const places = [
    { userId, sessionId, seat: 0 as const },
    { userId: other.userId, sessionId: theirs, seat: 1 as const },
  ]
  // In the order of their balances, as everybody takes them.
  for (const place of places.toSorted((one, another) => (one.userId < another.userId ? -1 : 1)))
    await placeUser(tx, { ...place, roomId: next, topicId, stake, waitsUntil, now }).catch((fault) => {
      // What keeps the other one is theirs to know.
      if (place.userId === userId || !(fault instanceof Refusal)) throw fault
      throw errors.rematch_closed({ message: 'Your opponent cannot play again now.' })
    })
  await updateRematch(tx, { roomId, rematchBy: room.rematchBy, rematchRoomId: next })
  return { kind: 'agreed', roomId: next, opponentId: other.userId }
}
