import { commonErrors } from '../../platform/errors.ts'
import type { StoreResponse } from '../../platform/http/endpoint.ts'
import type { UserId } from '../../platform/ids.ts'
import { cancelledOutcome } from '../battle-game/public/outcome.ts'
import { findRoom, listSeats, lockRoomByCode } from '../battle-records/public/rooms.ts'
import { settleBattle } from '../battle-results/public/settle-battles.ts'
import { errors } from './errors.ts'
import type { BattleRooms } from './public/create-battle-rooms.ts'

interface CloseFriendRoom {
  userId: UserId
  code: string
  storeResponse: StoreResponse
  now: Date
}

/** Cancels a friend room and refunds the stakes. If the room has a host, the host cancels it. */
export async function closeFriendRoom(
  { platform, registry }: BattleRooms,
  { userId, code, storeResponse, now }: CloseFriendRoom,
): Promise<void> {
  const hosted = await platform.write(async (tx) => {
    const found = await lockRoomByCode(tx, code)
    const seats = found ? await listSeats(tx, [found.id]) : []
    if (!found || !seats.some((seat) => seat.userId === userId)) throw commonErrors.not_found()
    const room = (await findRoom(tx, found.id))!
    if (room.state !== 'WAITING') throw errors.battle_begun()
    if (room.hostProcessId) return { roomId: room.id, hostProcessId: room.hostProcessId }
    await settleBattle(tx, {
      roomId: room.id,
      hostProcessId: null,
      outcome: cancelledOutcome(now.getTime()),
      wasPlayed: false,
      xpCap: 0,
      now,
    })
    await storeResponse(tx)
    return undefined
  })
  // The battle may start on its host before the command arrives: `cancel` then does not forfeit.
  if (hosted)
    await registry.router.commandFor(hosted.hostProcessId, hosted.roomId, userId, { type: 'cancel' })
}
