import { addMs } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import { newId, newNumericCode } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { insertRoom } from '../battle-records/public/rooms.ts'
import { type StakingPlayer, seatPlayer } from '../battle-records/public/seat-player.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'

const CODE_DIGITS = 6
const CODE_ATTEMPTS = 20

interface CreateFriendRoom extends StakingPlayer {
  rules: BattleRules
}

/** Creates a room that a second player can join by its code. */
export async function createFriendRoom(
  tx: Tx,
  { userId, sessionId, topicId, stake, stakeRules, rules, now }: CreateFriendRoom,
): Promise<{ roomId: RoomId; roomCode: string; expiresAt: Date }> {
  const roomId: RoomId = newId()
  const startDeadline = addMs(now, rules.friendRoomTtlMs)
  const room = { id: roomId, kind: 'FRIEND' as const, topicId, stake, seed: newId(), now, startDeadline }
  let roomCode = newNumericCode(CODE_DIGITS)
  for (let attempt = 1; !(await insertRoom(tx, { ...room, code: roomCode })); attempt++) {
    assert(attempt < CODE_ATTEMPTS, 'every generated room code is in use')
    roomCode = newNumericCode(CODE_DIGITS)
  }
  await seatPlayer(tx, { userId, sessionId, roomId, seat: 0, topicId, stake, stakeRules, startDeadline, now })
  return { roomId, roomCode, expiresAt: startDeadline }
}
