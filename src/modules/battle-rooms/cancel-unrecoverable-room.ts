import { addMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { cancelledOutcome } from '../battle-game/public/outcome.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { findProcess } from '../battle-records/public/journal-pages.ts'
import { lockOpenRoom } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { settleBattle } from '../battle-results/public/settle-battles.ts'

interface CancelUnrecoverableRoom {
  roomId: RoomId
  rules: BattleRules
  now: Date
}

/**
 * Calls off a room that nobody can take up, because its questions or its pages are lost, so that its players have their
 * stakes back and may play again. It is long after it should have ended; a room that could go on would have by then.
 */
export async function cancelUnrecoverableRoom(
  tx: Tx,
  { roomId, rules, now }: CancelUnrecoverableRoom,
): Promise<boolean> {
  const room = await lockOpenRoom(tx, roomId)
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
