import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { battleFrame, type Opponent } from '../../battle-game/public/protocol.ts'
import { type BattleDeps, botOpponent, personOpponent } from './battle-deps.ts'
import { findRoom, listSeats, type RoomRow, type SeatRow } from './rooms.ts'
import type { RoomId } from './ticket.ts'

export interface RoomView {
  room: RoomRow
  own: SeatRow
  other: SeatRow | undefined
  /** Null while a friend's room waits for the friend. */
  opponent: Opponent | null
}

/** A room as one of its players sees it; undefined for everybody else. */
export async function describeRoom(
  { platform, describeUsers }: BattleDeps,
  db: Db,
  roomId: RoomId,
  userId: UserId,
): Promise<RoomView | undefined> {
  const [room, seats] = await Promise.all([findRoom(db, roomId), listSeats(db, roomId)])
  const own = seats.find((seat) => seat.userId === userId)
  if (!room || !own) return undefined
  const other = seats.find((seat) => seat.userId !== userId)
  const { publicUrl } = platform.config
  if (room.botDifficulty)
    return { room, own, other: undefined, opponent: botOpponent(publicUrl, room.botDifficulty) }
  if (!other) return { room, own, other, opponent: null }
  const users = await describeUsers(db, [other.userId])
  return { room, own, other, opponent: personOpponent(publicUrl, users.get(other.userId), other) }
}

/** For whoever connects after the pairing, or is told of a friend or a rematch. */
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

/** How many points the other side has: a person's are in their place, a bot's in the room. */
export function opponentScoreOf({ room, other }: RoomView): number | null {
  return other?.score ?? room.botScore
}

/** Tells players of a room that has come about, wherever they are connected. */
export async function notifyMatched(battles: BattleDeps, roomId: RoomId, userIds: UserId[]): Promise<void> {
  for (const userId of userIds) {
    const described = await describeRoom(battles, battles.platform.db, roomId, userId)
    const matched = described && matchedFrame(described, battles.rules.questionCount)
    if (matched) battles.platform.connections.sendToUser(userId, matched)
  }
}
