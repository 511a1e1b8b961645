import type { BattleQuestion, SeatNumber } from '../battle-game/public/battle.ts'
import type { BattleInput } from '../battle-game/public/play.ts'
import type { Pair, QueuedPlayer, RoomAssignment } from '../battle-records/public/queue.ts'
import type { RoomRow, SeatRow } from '../battle-records/public/rooms.ts'

/** A room with everything that is stored about it. */
export interface RoomRecord {
  room: RoomRow
  seats: SeatRow[]
  questions: BattleQuestion[]
  inputs: BattleInput[]
  pages: number
}

/** The record of a room that was just inserted for a pair, without reading it back. */
export function newRoomRecord(
  { roomId, seed, players, topicId, stake }: Pair,
  { hostProcessId, questionIds }: RoomAssignment,
  questions: BattleQuestion[],
  { now, startDeadline }: { now: Date; startDeadline: Date },
): RoomRecord {
  const nothing = { endedAt: null, reason: null, botScore: null, botDifficulty: null, code: null }
  const room: RoomRow = {
    ...nothing,
    id: roomId,
    kind: 'QUEUE',
    state: 'WAITING',
    topicId,
    stake,
    seed,
    questionIds,
    startDeadline,
    hostProcessId,
    createdAt: now,
  }
  const seatOf = ({ id, userId, rating }: QueuedPlayer, seat: number): SeatRow => ({
    roomId,
    entryId: id,
    userId,
    seat: seat as SeatNumber,
    rating,
    score: null,
    correctCount: null,
    result: null,
    gemsDelta: null,
    xpEarned: null,
    ratingDelta: null,
  })
  return { room, seats: players.map(seatOf), questions, inputs: [], pages: 0 }
}
