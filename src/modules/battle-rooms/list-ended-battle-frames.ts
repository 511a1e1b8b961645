import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import type { SeatNumber } from '../battle-game/public/battle.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import { listPages } from '../battle-records/public/journal-pages.ts'
import { findRoom, listSeats } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { QuestionCache } from './public/question-cache.ts'
import { replaySettled } from './replay.ts'

/** All frames of a player in a battle that is over, rebuilt from the journal. */
export async function listEndedBattleFrames(
  { platform: { db }, rules }: BattleDeps,
  questionCache: QuestionCache,
  { roomId, userId }: { roomId: RoomId; userId: UserId },
): Promise<readonly OutFrame[] | undefined> {
  const [room, seats, pages] = await Promise.all([
    findRoom(db, roomId),
    listSeats(db, [roomId]),
    listPages(db, roomId),
  ])
  const seat = seats.find((row) => row.userId === userId)?.seat
  if (!room?.endedAt || seat === undefined) return undefined
  const snapshot = await questionCache.current(db)
  try {
    const questions = await snapshot.questions(db, room.seed, room.questionIds ?? [])
    const inputs = pages.flatMap((page) => page.inputs)
    const record = { room, seats, questions, inputs, pages: pages.length }
    return replaySettled(record, rules, room.endedAt)[seat as SeatNumber]
  } catch (error) {
    // The battle was cancelled as unrecoverable: it cannot be replayed.
    log.warn({ error: String(error), roomId }, 'battle-rooms: replay of an ended battle failed')
    return []
  }
}
