import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { botOpponent, personOpponent } from '../../battle-game/public/opponent.ts'
import type { Opponent } from '../../battle-game/public/protocol.ts'
import type { BattleDeps } from './battle-deps.ts'
import { findRoom, listSeats, type RoomRow, type SeatRow } from './rooms.ts'
import type { RoomId } from './ticket.ts'

export interface RoomView {
  room: RoomRow
  own: SeatRow
  other: SeatRow | undefined
  /** Null while a friend room waits for its second player. */
  opponent: Opponent | null
}

/** A room as one of its players sees it; undefined for other users. */
export async function describeRoom(
  { platform, describeUsers }: BattleDeps,
  db: Db,
  roomId: RoomId,
  userId: UserId,
): Promise<RoomView | undefined> {
  const [room, seats] = await Promise.all([findRoom(db, roomId), listSeats(db, [roomId])])
  const own = seats.find((seat) => seat.userId === userId)
  if (!room || !own) return undefined
  const { publicUrl } = platform.config
  if (room.botDifficulty)
    return { room, own, other: undefined, opponent: botOpponent(publicUrl, room.botDifficulty) }
  const other = seats.find((seat) => seat.userId !== userId)
  if (!other) return { room, own, other, opponent: null }
  const users = await describeUsers(db, [other.userId])
  return { room, own, other, opponent: personOpponent(publicUrl, users.get(other.userId), other) }
}
