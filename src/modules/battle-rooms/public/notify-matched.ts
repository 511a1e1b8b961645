import type { UserId } from '../../../platform/ids.ts'
import { battleFrame, type Opponent } from '../../battle-game/public/protocol.ts'
import type { BattleDeps } from '../../battle-records/public/battle-deps.ts'
import { describeRoom } from '../../battle-records/public/describe-room.ts'
import type { RoomRow } from '../../battle-records/public/rooms.ts'
import type { RoomId } from '../../battle-records/public/ticket.ts'

interface MatchedRoom extends Pick<RoomRow, 'id' | 'stake' | 'startDeadline'> {
  questionIds?: RoomRow['questionIds']
}

/** The `queue.matched` frame of a room, once on a connection; undefined while the room has no opponent. */
export function matchedFrame(
  { room, opponent }: { room: MatchedRoom; opponent: Opponent | null },
  questionCount: number,
) {
  if (!opponent) return undefined
  const frame = battleFrame('queue.matched', {
    roomId: room.id,
    opponent,
    stakeAmount: Number(room.stake),
    questionCount: room.questionIds?.length ?? questionCount,
    readyBy: room.startDeadline.toISOString(),
  })
  // Connecting, pairing and joining may all send it.
  return { ...frame, roomId: room.id, onceKey: `queue.matched:${room.id}` }
}

/** Sends `queue.matched` to all connections of these players, in every process. */
export async function notifyMatched(deps: BattleDeps, roomId: RoomId, userIds: UserId[]): Promise<void> {
  for (const userId of userIds) {
    const view = await describeRoom(deps, deps.platform.db, roomId, userId)
    // The creator may have closed the room in the meantime.
    const matched = view && !view.room.endedAt && matchedFrame(view, deps.rules.questionCount)
    if (matched) deps.platform.connections.sendToUser(userId, matched)
  }
}
