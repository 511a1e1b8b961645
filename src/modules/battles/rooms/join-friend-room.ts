import { refusals } from '../../../platform/errors.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import type { RoomId } from '../ticket.ts'
import { placeUser } from './place-user.ts'
import { listSeats, lockRoomByCode, wasCodeUsed } from './queries.ts'

export interface JoinFriendRoom {
  userId: UserId
  sessionId: SessionId
  code: string
  now: Date
}

/** Takes the second seat, with the stake that the friend has set. Joining again gives the same room. */
export async function joinFriendRoom(
  tx: Tx,
  { userId, sessionId, code, now }: JoinFriendRoom,
): Promise<{ roomId: RoomId; hostId: UserId; isNew: boolean }> {
  const room = await lockRoomByCode(tx, code)
  if (!room || room.waitsUntil <= now) {
    if (room || (await wasCodeUsed(tx, code))) throw errors.code_expired()
    throw refusals.not_found({ message: 'No room has this code. Check the digits.' })
  }
  const [host, guest] = await listSeats(tx, room.id)
  if (host?.userId === userId) throw errors.own_room()
  const joined = { roomId: room.id, hostId: host!.userId }
  if (guest?.userId === userId) return { ...joined, isNew: false }
  if (guest) throw errors.room_full()
  const { topicId, stake, waitsUntil } = room
  await placeUser(tx, { userId, sessionId, roomId: room.id, seat: 1, topicId, stake, waitsUntil, now })
  return { ...joined, isNew: true }
}
