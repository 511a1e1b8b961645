import type { UserId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { OutFrame } from '../../../platform/sockets/connection.ts'
import type { BattleParts } from '../battles.ts'
import type { SeatNumber } from '../game/battle.ts'
import type { QuestionPool } from '../question-pool.ts'
import { findRoom, listSeats } from '../rooms/queries.ts'
import type { RoomId } from '../ticket.ts'
import { listPages } from './queries.ts'
import { replaySettled } from './replay.ts'

/** All that was told to a player of a battle that is over, whoever kept it. */
export async function recallBattle(
  { platform: { db }, rules }: BattleParts,
  pool: QuestionPool,
  { roomId, userId }: { roomId: RoomId; userId: UserId },
): Promise<readonly OutFrame[] | undefined> {
  const [room, seats, pages] = await Promise.all([
    findRoom(db, roomId),
    listSeats(db, roomId),
    listPages(db, roomId),
  ])
  const seat = seats.find((row) => row.userId === userId)?.seat
  if (!room?.endedAt || seat === undefined) return undefined
  const held = await pool.current(db)
  try {
    const questions = await held.questions(db, room.seed, room.questionIds ?? [])
    const inputs = pages.flatMap((page) => page.inputs)
    const record = { room, seats, questions, inputs, pages: pages.length }
    return replaySettled(record, rules)[seat as SeatNumber]
  } catch (fault) {
    // It was given up for the same reason: there is nothing that could be told of it.
    log.warn({ fault: String(fault), roomId }, 'battles: a battle cannot be told again')
    return []
  }
}
