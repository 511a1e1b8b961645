import { refusals } from '../../../platform/errors.ts'
import type { KeepAnswer } from '../../../platform/http/endpoint.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'
import { calledOff } from '../game/outcome.ts'
import type { Battles } from '../open-battles.ts'
import { settleBattle } from '../settlement/settle-battles.ts'
import { findRoom, listSeats, lockRoomByCode } from './queries.ts'

/** Calls a friend's room off. While a process keeps it, because somebody is ready in it, that process does so. */
export async function leaveFriendRoom(
  { platform, keeper }: Battles,
  { userId, code, keepAnswer, now }: { userId: UserId; code: string; keepAnswer: KeepAnswer; now: Date },
): Promise<void> {
  const kept = await platform.write(async (tx) => {
    const found = await lockRoomByCode(tx, code)
    const seats = found ? await listSeats(tx, found.id) : []
    if (!found || !seats.some((seat) => seat.userId === userId)) throw refusals.not_found()
    const room = (await findRoom(tx, found.id))!
    if (room.state !== 'WAITING') throw errors.battle_begun()
    if (room.ownerId) return { roomId: room.id, ownerId: room.ownerId }
    await settleBattle(tx, {
      roomId: room.id,
      ownerId: null,
      outcome: calledOff(now.getTime()),
      wasPlayed: false,
      xpCap: 0,
      now,
    })
    await keepAnswer(tx)
    return undefined
  })
  // It may have begun there in this very moment: calling off is not giving up.
  if (kept) await keeper.gateway.commandFor(kept.ownerId, kept.roomId, userId, { type: 'callOff' })
}
