import type { BattleQuestion, SeatNumber } from '../game/battle.ts'
import type { BattleInput } from '../game/play.ts'
import type { Keeping, Pair, Seeker } from '../queue/pairing.ts'
import type { RoomRow, SeatRow } from '../rooms/queries.ts'

/** All that is stored of a room. */
export interface RoomRecord {
  room: RoomRow
  seats: SeatRow[]
  questions: BattleQuestion[]
  inputs: BattleInput[]
  pages: number
}

/** Of a room that the queue has just made: what was written of it, without reading it. */
export function newRecord(
  { roomId, seed, seekers, topicId, stake }: Pair,
  { ownerId, questionIds }: Keeping,
  questions: BattleQuestion[],
  { now, waitsUntil }: { now: Date; waitsUntil: Date },
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
    waitsUntil,
    ownerId,
    createdAt: now,
  }
  const seatOf = ({ id, userId, rating }: Seeker, seat: number): SeatRow => ({
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
  return { room, seats: seekers.map(seatOf), questions, inputs: [], pages: 0 }
}
