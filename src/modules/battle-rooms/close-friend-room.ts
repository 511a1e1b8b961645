import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { cancelledOutcome } from '../battle-game/public/outcome.ts'
import { findRoom, listSeats, lockRoomByCode, type ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { settleBattle } from '../battle-results/public/settle-battles.ts'
import { errors } from './errors.ts'

interface CloseFriendRoom {
  userId: UserId
  code: string
  now: Date
}

/** Cancels a friend room, refunds the stakes and returns its id. Throws `HostedRoomError` if the room has a host. */
export async function closeFriendRoom(tx: Tx, { userId, code, now }: CloseFriendRoom): Promise<RoomId> {
  const found = await lockRoomByCode(tx, code)
  const seats = found ? await listSeats(tx, [found.id]) : []
  if (!found || !seats.some((seat) => seat.userId === userId)) throw commonErrors.not_found()
  const room = (await findRoom(tx, found.id))!
  if (room.state !== 'WAITING') throw errors.battle_begun()
  if (room.hostProcessId) throw new HostedRoomError(room.id, room.hostProcessId)
  await settleBattle(tx, {
    roomId: room.id,
    hostProcessId: null,
    outcome: cancelledOutcome(now.getTime()),
    wasPlayed: false,
    xpCap: 0,
    now,
  })
  return room.id
}

/** Only the process that hosts the room can cancel it. */
export class HostedRoomError extends Error {
  override name = 'HostedRoomError'
  readonly roomId: RoomId
  readonly hostProcessId: ProcessId
  constructor(roomId: RoomId, hostProcessId: ProcessId) {
    super(`room ${roomId} is hosted by process ${hostProcessId}`)
    this.roomId = roomId
    this.hostProcessId = hostProcessId
  }
}
