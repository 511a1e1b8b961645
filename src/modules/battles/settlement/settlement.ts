import type { UserId } from '../../../platform/ids.ts'
import type { SeatNumber } from '../game/battle.ts'
import type { Outcome } from '../game/outcome.ts'
import type { ProcessId, RoomRow, SeatRow } from '../rooms/queries.ts'
import type { RoomId } from '../ticket.ts'

/** A battle that is over, and is to be settled. */
export interface SettleBattle {
  roomId: RoomId
  /** The process that keeps the room: whoever lost it meanwhile settles nothing. Null: a room that nobody keeps. */
  ownerId: ProcessId | null
  outcome: Outcome
  /** Somebody had begun to play. */
  wasPlayed: boolean
}

/** What a player gets to see of it. */
export interface SeatSettlement {
  userId: UserId
  seat: SeatNumber
  gemsDelta: number
  xpEarned: number
  ratingDelta: number
}

/** One that is ours to settle, under the lock of its room. */
export interface OpenBattle {
  battle: SettleBattle
  room: RoomRow
  seats: SeatRow[]
  /** Two who meet too often on one day play for their stakes alone. */
  isPaid: boolean
}

export interface SettledBattle extends OpenBattle {
  settled: SeatSettlement[]
}
