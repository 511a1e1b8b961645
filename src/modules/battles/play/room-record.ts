import type { BattleQuestion } from '../game/battle.ts'
import type { BattleInput } from '../game/play.ts'
import type { RoomRow, SeatRow } from '../rooms/queries.ts'

/** All that is stored of a room. */
export interface RoomRecord {
  room: RoomRow
  seats: SeatRow[]
  questions: BattleQuestion[]
  inputs: BattleInput[]
  pages: number
}
