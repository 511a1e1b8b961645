import type { BattleQuestion, SeatNumber } from '../battle-game/public/battle.ts'
import type { BattleInput } from '../battle-game/public/play.ts'
import type { RoomRow, SeatRow } from '../battle-records/public/rooms.ts'
import type { Pair, QueuedPlayer, RoomAssignment } from '../matchmaking/pairing.ts'

/** All that is stored of a room. */
export interface RoomRecord {
  room: RoomRow
  seats: SeatRow[]
  questions: BattleQuestion[]
  inputs: BattleInput[]
  pages: number
}

/** Of a room that the queue has just made: what was written of it, without reading it. */
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
