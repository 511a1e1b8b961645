import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/tx.ts'
import { calledOff } from '../game/outcome.ts'
import { findProcess } from '../play/queries.ts'
import type { BattleRules } from '../rules.ts'
import { settleBattle } from '../settlement/settle-battles.ts'
import type { RoomId } from '../ticket.ts'
import { lockOpenRoom } from './queries.ts'

interface GiveUpRoom {
  roomId: RoomId
  rules: BattleRules
  now: Date
}

/**
 * Calls off a room that nobody can take up, because its questions or its pages are lost, so that its players have their
 * stakes back and may play again. It is long after it should have ended; a room that could go on would have by then.
 */
export async function giveUpRoom(tx: Tx, { roomId, rules, now }: GiveUpRoom): Promise<boolean> {
  const room = await lockOpenRoom(tx, roomId)
  if (!room || later(room.waitsUntil, rules.giveUpMs) > now) return false
  const owner = room.ownerId ? await findProcess(tx, room.ownerId) : undefined
  if (owner?.isAlive) return false
  const settled = await settleBattle(tx, {
    roomId,
    ownerId: room.ownerId,
    outcome: calledOff(now.getTime()),
    wasPlayed: room.state === 'IN_PROGRESS',
    xpCap: 0,
    now,
  })
  return settled !== undefined
}
