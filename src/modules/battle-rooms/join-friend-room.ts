import { commonErrors } from '../../platform/errors.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listSeats, lockRoomByCode, wasCodeUsed } from '../battle-records/public/rooms.ts'
import { seatPlayer } from '../battle-records/public/seat-player.ts'
import { requireOpponentAllowed, type StakeRules } from '../battle-records/public/stake-rules.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { errors } from './errors.ts'

interface JoinFriendRoom {
  userId: UserId
  sessionId: SessionId
  code: string
  stakeRules: StakeRules
  now: Date
}

/** Seats the user as second player, with the stake of the room. Joining twice returns the same room. */
export async function joinFriendRoom(
  tx: Tx,
  { userId, sessionId, code, stakeRules, now }: JoinFriendRoom,
): Promise<{ roomId: RoomId; creatorId: UserId; isNew: boolean }> {
  const room = await lockRoomByCode(tx, code)
  if (!room || room.startDeadline <= now) {
    if (room || (await wasCodeUsed(tx, code))) throw errors.code_expired()
    throw commonErrors.not_found({ message: 'No room has this code.' })
  }
  const [creator, guest] = await listSeats(tx, [room.id])
  if (creator?.userId === userId) throw errors.own_room()
  const joined = { roomId: room.id, creatorId: creator!.userId }
  if (guest?.userId === userId) return { ...joined, isNew: false }
  if (guest) throw errors.room_full()
  const { topicId, stake, startDeadline } = room
  await requireOpponentAllowed(tx, [creator!.userId, userId], { stake, stakeRules, now })
  await seatPlayer(tx, {
    userId,
    sessionId,
    roomId: room.id,
    seat: 1,
    topicId,
    stake,
    stakeRules,
    startDeadline,
    now,
  })
  return { ...joined, isNew: true }
}
