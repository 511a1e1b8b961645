import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BattleInput } from '../battle-game/public/play.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { nextTimerAt } from '../battle-game/public/timers.ts'
import { insertPage, listPages } from '../battle-records/public/journal-pages.ts'
import { findProcess, updateRoomHost } from '../battle-records/public/processes.ts'
import {
  listSeats,
  lockOpenRooms,
  type ProcessId,
  type RoomRow,
  type SeatRow,
} from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { listSkillRatings } from '../mastery/public/question-estimates.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { errors } from './errors.ts'
import { poolFor, type QuestionSnapshot } from './public/question-cache.ts'
import { replay } from './replay.ts'
import type { RoomRecord } from './room-record.ts'

type ClaimResult =
  | { kind: 'claimed'; record: RoomRecord }
  /** Another live process hosts the room. */
  | { kind: 'hosted'; hostProcessId: ProcessId }
  /** The room has ended, does not exist, or `userId` is not one of its players. */
  | { kind: 'closed' }

interface ClaimRoom {
  roomId: RoomId
  processId: ProcessId
  /** The user who sent the command; the room is claimed only for one of its players. */
  userId?: UserId
  snapshot: QuestionSnapshot
  rules: BattleRules
  now: Date
}

/**
 * Makes this process the host of a room without a live host. Locks the room row; exactly one of several callers
 * succeeds. A battle in progress continues from its journal.
 */
export async function claimRoom(
  tx: Tx,
  { roomId, processId, userId, snapshot, rules, now }: ClaimRoom,
): Promise<ClaimResult> {
  const [room] = await lockOpenRooms(tx, [roomId])
  if (!room) return { kind: 'closed' }
  const [seats, pages] = await Promise.all([listSeats(tx, [roomId]), listPages(tx, roomId)])
  if (userId && !seats.some((seat) => seat.userId === userId)) return { kind: 'closed' }
  const host = room.hostProcessId ? await findProcess(tx, room.hostProcessId) : undefined
  if (room.hostProcessId && host?.isAlive && room.hostProcessId !== processId)
    return { kind: 'hosted', hostProcessId: room.hostProcessId }

  const questionIds = room.questionIds ?? (await drawFor(tx, { room, seats, snapshot, rules, now }))
  // The topic may have lost its questions. A room that never started is cancelled after its deadline.
  if (questionIds.length === 0) throw errors.nothing_to_ask()
  await updateRoomHost(tx, { roomId, hostProcessId: processId, questionIds })
  const questions = await snapshot.questions(tx, room.seed, questionIds)
  const inputs = pages.flatMap((page) => page.inputs)
  const record = { room: { ...room, questionIds }, seats, questions, inputs, pages: pages.length }
  if (inputs.length === 0) return { kind: 'claimed', record }

  const input = interruption(record, rules, {
    heartbeatAt: host?.heartbeatAt.getTime() ?? 0,
    now: now.getTime(),
  })
  await insertPage(tx, { roomId, number: pages.length + 1, hostProcessId: processId, input })
  return { kind: 'claimed', record: { ...record, inputs: [...inputs, input], pages: pages.length + 1 } }
}

interface DrawFor extends Pick<ClaimRoom, 'snapshot' | 'rules' | 'now'> {
  room: RoomRow
  seats: SeatRow[]
}

async function drawFor(tx: Tx, { room, seats, snapshot, rules, now }: DrawFor): Promise<QuestionId[]> {
  const { topicId, seed } = room
  const userIds = seats.map(({ userId }) => userId)
  const players = await listSkillRatings(tx, userIds, now)
  return snapshot.draw(poolFor(room), { topicId, seed, count: rules.questionCount, players })
}

/** The battle is interrupted since the last heartbeat of its host, but before the timer that was due next. */
function interruption(
  record: RoomRecord,
  rules: BattleRules,
  { heartbeatAt, now }: { heartbeatAt: number; now: number },
): BattleInput {
  const lastAt = record.inputs.at(-1)!.at
  const due = nextTimerAt(replay(record, rules).battle) ?? lastAt
  const at = Math.max(now, lastAt)
  return {
    type: 'interrupted',
    since: Math.min(Math.max(lastAt, heartbeatAt), Math.max(lastAt, due - 1), at),
    at,
  }
}
