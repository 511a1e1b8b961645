import { commonErrors } from '../../platform/errors.ts'
import type { StoreResponse } from '../../platform/http/endpoint.ts'
import type { UserId } from '../../platform/ids.ts'
import { errors } from '../battle-game/errors.ts'
import { cancelledOutcome } from '../battle-game/public/outcome.ts'
import { findRoom, listSeats, lockRoomByCode } from '../battle-records/public/rooms.ts'
import { settleBattle } from '../battle-results/public/settle-battles.ts'
import type { BattleServices } from '../matchmaking/start-matchmaking.ts'

/** Calls a friend's room off. While a process keeps it, because somebody is ready in it, that process does so. */
export async function closeFriendRoom(
  { platform, registry }: BattleServices,
  {
    userId,
    code,
    storeResponse,
    now,
  }: { userId: UserId; code: string; storeResponse: StoreResponse; now: Date },
): Promise<void> {
  const hosted = await platform.write(async (tx) => {
    const found = await lockRoomByCode(tx, code)
    const seats = found ? await listSeats(tx, found.id) : []
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
  // It may have begun there in this very moment: calling off is not giving up.
  if (hosted)
    await registry.router.commandFor(hosted.hostProcessId, hosted.roomId, userId, { type: 'cancel' })
}
