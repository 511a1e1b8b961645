import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type BattleParts, botOpponent, personOpponent } from '../battles.ts'
import { battleFrame, type Opponent } from '../protocol.ts'
import type { RoomId } from '../ticket.ts'
import { findRoom, listSeats, type RoomRow, type SeatRow } from './queries.ts'

export interface DescribedRoom {
  room: RoomRow
  own: SeatRow
  other: SeatRow | undefined
  /** Null while a friend's room waits for the friend. */
  opponent: Opponent | null
}

/** A room as one of its players sees it; undefined for everybody else. */
export async function describeRoom(
  { platform, describeUsers }: BattleParts,
  db: Db,
  roomId: RoomId,
  userId: UserId,
): Promise<DescribedRoom | undefined> {
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
export function matchedFrame({ room, opponent }: DescribedRoom, questionCount: number) {
  if (!opponent) return undefined
  const frame = battleFrame('queue.matched', {
    roomId: room.id,
    opponent,
    stakeAmount: Number(room.stake),
    questionCount: room.questionIds?.length ?? questionCount,
    readyBy: room.waitsUntil.toISOString(),
  })
  return { ...frame, roomId: room.id }
}

/** How many points the other side has: a person's are in their place, a bot's in the room. */
export function opponentScoreOf({ room, other }: DescribedRoom): number | null {
  return other?.score ?? room.botScore
}

/** Tells players of a room that has come about, wherever they are connected. */
export async function tellMatched(battles: BattleParts, roomId: RoomId, userIds: UserId[]): Promise<void> {
  for (const userId of userIds) {
    const described = await describeRoom(battles, battles.platform.db, roomId, userId)
    const matched = described && matchedFrame(described, battles.rules.questionCount)
    if (matched) battles.platform.sockets.toUser(userId, matched)
  }
}
