import type { UserId } from '../../../platform/ids.ts'
import { battleFrame } from '../../battle-game/public/protocol.ts'
import type { BattleDeps } from '../../battle-records/public/battle-deps.ts'
import { describeRoom, type RoomView } from '../../battle-records/public/describe-room.ts'
import type { RoomId } from '../../battle-records/public/ticket.ts'

/** The `queue.matched` frame of a room; undefined while the room has no opponent. */
export function matchedFrame({ room, opponent }: RoomView, questionCount: number) {
  if (!opponent) return undefined
  const frame = battleFrame('queue.matched', {
    roomId: room.id,
    opponent,
    stakeAmount: Number(room.stake),
    questionCount: room.questionIds?.length ?? questionCount,
    readyBy: room.startDeadline.toISOString(),
  })
  return { ...frame, roomId: room.id }
}

/** Sends `queue.matched` to all connections of these players, in every process. */
export async function notifyMatched(deps: BattleDeps, roomId: RoomId, userIds: UserId[]): Promise<void> {
  for (const userId of userIds) {
    const view = await describeRoom(deps, deps.platform.db, roomId, userId)
    const matched = view && matchedFrame(view, deps.rules.questionCount)
    if (matched) deps.platform.connections.sendToUser(userId, matched)
  }
}
