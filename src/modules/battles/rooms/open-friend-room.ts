import { later } from '../../../platform/clock.ts'
import { assert } from '../../../platform/errors.ts'
import { newId, newNumericCode, type SessionId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { TopicId } from '../../questions/question.ts'
import type { BattleRules } from '../rules.ts'
import type { RoomId } from '../ticket.ts'
import { placeUser } from './place-user.ts'
import { insertRoom } from './queries.ts'

const CODE_DIGITS = 6
const CODE_TRIES = 20

export interface OpenFriendRoom {
  userId: UserId
  sessionId: SessionId
  topicId: TopicId | null
  stake: bigint
  rules: BattleRules
  now: Date
}

/** A room for a friend who is told its code. */
export async function openFriendRoom(
  tx: Tx,
  { userId, sessionId, topicId, stake, rules, now }: OpenFriendRoom,
): Promise<{ roomId: RoomId; roomCode: string; expiresAt: Date }> {
  const roomId: RoomId = newId()
  const waitsUntil = later(now, rules.friendRoomMs)
  const room = { id: roomId, kind: 'FRIEND' as const, topicId, stake, seed: newId(), now, waitsUntil }
  let roomCode = newNumericCode(CODE_DIGITS)
  for (let tries = 1; !(await insertRoom(tx, { ...room, code: roomCode })); tries++) {
    assert(tries < CODE_TRIES, 'every code that was tried is in use')
    roomCode = newNumericCode(CODE_DIGITS)
  }
  await placeUser(tx, { userId, sessionId, roomId, seat: 0, topicId, stake, waitsUntil, now })
  return { roomId, roomCode, expiresAt: waitsUntil }
}
