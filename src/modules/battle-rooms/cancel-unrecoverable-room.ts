import { addMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { cancelledOutcome } from '../battle-game/public/outcome.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { findProcess } from '../battle-records/public/processes.ts'
import { lockOpenRooms } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { settleBattle } from '../battle-results/public/settle-battles.ts'

interface CancelUnrecoverableRoom {
  roomId: RoomId
  rules: BattleRules
  now: Date
}

/**
 * Cancels a room that no process can claim, because its questions or journal pages are lost: refunds the stakes and
 * frees the players. Does nothing before `unrecoverableAfterMs` after the start deadline. Returns whether it cancelled.
 */
export async function cancelUnrecoverableRoom(
  tx: Tx,
  { roomId, rules, now }: CancelUnrecoverableRoom,
): Promise<boolean> {
  const [room] = await lockOpenRooms(tx, [roomId])
  if (!room || addMs(room.startDeadline, rules.unrecoverableAfterMs) > now) return false
  const host = room.hostProcessId ? await findProcess(tx, room.hostProcessId) : undefined
  if (host?.isAlive) return false
  const settled = await settleBattle(tx, {
    roomId,
    hostProcessId: room.hostProcessId,
    outcome: cancelledOutcome(now.getTime()),
    wasPlayed: room.state === 'IN_PROGRESS',
    xpCap: 0,
    now,
  })
  return settled !== undefined
}
