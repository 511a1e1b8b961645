import type { UserId } from '../../../platform/ids.ts'
import type { SeatNumber } from '../../battle-game/public/battle.ts'
import type { Outcome } from '../../battle-game/public/outcome.ts'
import type { ProcessId, RoomRow, SeatRow } from '../../battle-records/public/rooms.ts'
import type { RoomId } from '../../battle-records/public/ticket.ts'

/** A battle that is over and not settled. */
export interface BattleToSettle {
  roomId: RoomId
  /** The host as the caller knows it; a room with another host is not settled. Null: a room without a host. */
  hostProcessId: ProcessId | null
  outcome: Outcome
  /** The battle was started. */
  wasPlayed: boolean
}

/** The result of one player. */
export interface SeatSettlement {
  userId: UserId
  seat: SeatNumber
  gemsDelta: number
  xpEarned: number
  ratingDelta: number
}

/** A battle to settle, with its locked room. */
export interface UnsettledBattle {
  battle: BattleToSettle
  room: RoomRow
  seats: SeatRow[]
  /** Gives XP and changes ratings; false if the pair has reached its daily limit. */
  isRewarded: boolean
}

export interface SettledBattle extends UnsettledBattle {
  settled: SeatSettlement[]
}
