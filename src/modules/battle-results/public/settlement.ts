import type { UserId } from '../../../platform/ids.ts'
import type { SeatNumber } from '../../battle-game/public/battle.ts'
import type { Outcome } from '../../battle-game/public/outcome.ts'
import type { ProcessId, RoomRow, SeatRow } from '../../battle-records/public/rooms.ts'
import type { RoomId } from '../../battle-records/public/ticket.ts'

/** A battle that is over, and is to be settled. */
export interface BattleToSettle {
  roomId: RoomId
  /** The process that keeps the room: whoever lost it meanwhile settles nothing. Null: a room that nobody keeps. */
  hostProcessId: ProcessId | null
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
export interface UnsettledBattle {
  battle: BattleToSettle
  room: RoomRow
  seats: SeatRow[]
  /** Two who meet too often on one day play for their stakes alone. */
  isRewarded: boolean
}

export interface SettledBattle extends UnsettledBattle {
  settled: SeatSettlement[]
}
