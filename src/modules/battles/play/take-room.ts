import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { nextDue } from '../game/due.ts'
import type { BattleInput } from '../game/play.ts'
import type { HeldQuestions } from '../question-pool.ts'
import { listSeats, lockOpenRoom, type ProcessId } from '../rooms/queries.ts'
import type { BattleRules } from '../rules.ts'
import type { RoomId } from '../ticket.ts'
import { findProcess, insertPage, listPages, updateOwner } from './queries.ts'
import { replay } from './replay.ts'
import type { RoomRecord } from './room-record.ts'

export type TakenRoom =
  | { kind: 'taken'; record: RoomRecord }
  /** By a process that is alive. */
  | { kind: 'held'; ownerId: ProcessId }
  /** It has ended, or there is none. */
  | { kind: 'closed' }

interface TakeRoom {
  roomId: RoomId
  processId: ProcessId
  /** Who asks, when a player does: it is taken for nobody else's sake. */
  userId?: UserId
  pool: HeldQuestions
  rules: BattleRules
  now: Date
}

/**
 * Makes this process the keeper of a room that nobody keeps. Of any number that try, one gets it. A battle that was
 * under way goes on from what its last keeper has written, which is all that anybody was told of.
 */
export async function takeRoom(
  tx: Tx,
  { roomId, processId, userId, pool, rules, now }: TakeRoom,
): Promise<TakenRoom> {
  const room = await lockOpenRoom(tx, roomId)
  if (!room) return { kind: 'closed' }
  const [seats, pages] = await Promise.all([listSeats(tx, roomId), listPages(tx, roomId)])
  if (userId && !seats.some((seat) => seat.userId === userId)) return { kind: 'closed' }
  const owner = room.ownerId ? await findProcess(tx, room.ownerId) : undefined
  if (room.ownerId && owner?.isAlive && room.ownerId !== processId)
    return { kind: 'held', ownerId: room.ownerId }

  const { topicId, seed } = room
  const questionIds = room.questionIds ?? pool.draw({ topicId, seed, count: rules.questionCount })
  // Its topic may have lost them since: what was never begun is called off when its time is over.
  if (questionIds.length === 0) throw errors.nothing_to_ask()
  await updateOwner(tx, { roomId, ownerId: processId, questionIds })
  const questions = await pool.questions(tx, seed, questionIds)
  const inputs = pages.flatMap((page) => page.inputs)
  const record = { room: { ...room, questionIds }, seats, questions, inputs, pages: pages.length }
  if (inputs.length === 0) return { kind: 'taken', record }

  const input = interruption(record, rules, { beatAt: owner?.beatAt.getTime() ?? 0, now: now.getTime() })
  await insertPage(tx, { roomId, number: pages.length + 1, ownerId: processId, input })
  return { kind: 'taken', record: { ...record, inputs: [...inputs, input], pages: pages.length + 1 } }
}

/** It stood still since its keeper was last heard of, but nothing that would have come after that has happened. */
function interruption(
  record: RoomRecord,
  rules: BattleRules,
  { beatAt, now }: { beatAt: number; now: number },
): BattleInput {
  const lastAt = record.inputs.at(-1)!.at
  const due = nextDue(replay(record, rules).battle) ?? lastAt
  const at = Math.max(now, lastAt)
  return { type: 'interrupted', since: Math.min(Math.max(lastAt, beatAt), Math.max(lastAt, due - 1), at), at }
}
