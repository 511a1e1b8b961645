import { addMs } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import {
  listSeats,
  lockRoomByCode,
  type ProcessId,
  updateStartDeadline,
  wasCodeUsed,
} from '../battle-records/public/rooms.ts'
import { type Player, seatPlayer } from '../battle-records/public/seat-player.ts'
import { requireOpponentAllowed, type StakeRules } from '../battle-records/public/stake-rules.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { errors } from './errors.ts'

interface JoinFriendRoom extends Player {
  code: string
  rules: BattleRules
  stakeRules: StakeRules
}

interface JoinedRoom {
  roomId: RoomId
  creatorId: UserId
  /** Set if this call seated the user: by when both players must be ready, and the process that hosts the room. */
  seated?: { readyBy: Date; hostProcessId: ProcessId | null }
}

/**
 * Seats the user as second player, with the stake of the room. Joining twice returns the same room. Both players have a
 * minute to be ready, so that an absent opponent does not keep the stakes in escrow for the whole time of the room.
 */
export async function joinFriendRoom(
  tx: Tx,
  { userId, sessionId, code, stakeRules, rules, now }: JoinFriendRoom,
): Promise<JoinedRoom> {
  const room = await lockRoomByCode(tx, code)
  if (!room || room.startDeadline <= now) {
    if (room || (await wasCodeUsed(tx, code))) throw errors.code_expired()
    throw commonErrors.not_found({ message: 'No room has this code.' })
  }
  const [creator, guest] = await listSeats(tx, [room.id])
  if (creator?.userId === userId) throw errors.own_room()
  const joined = { roomId: room.id, creatorId: creator!.userId }
  if (guest?.userId === userId) return joined
  if (guest) throw errors.room_full()
  const { topicId, stake } = room
  const readyLimit = addMs(now, rules.friendReadyTimeoutMs)
  const startDeadline = readyLimit < room.startDeadline ? readyLimit : room.startDeadline
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
  await updateStartDeadline(tx, room.id, startDeadline)
  return { ...joined, seated: { readyBy: startDeadline, hostProcessId: room.hostProcessId } }
}
