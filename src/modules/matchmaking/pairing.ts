import { SECOND_MS } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { EntryId, RoomId } from '../battle-records/public/ticket.ts'
import type { QuestionId, TopicId } from '../questions/public/question.ts'

/** Somebody who waits for an opponent. */
export interface QueuedPlayer {
  id: EntryId
  userId: UserId
  /** Null: any. */
  topicId: TopicId | null
  stake: bigint
  rating: number
  joinedAt: Date
}

export interface Pair {
  roomId: RoomId
  seed: string
  /** Whoever waited longer is first. */
  players: [QueuedPlayer, QueuedPlayer]
  topicId: TopicId | null
  stake: bigint
}

/** Who keeps a room, and what is asked in it. */
export interface RoomAssignment {
  hostProcessId: ProcessId
  questionIds: QuestionId[]
}

export interface AssignedPair extends Pair {
  /** Undefined: whoever is ready first has their process keep it. */
  assignment: RoomAssignment | undefined
}

const FIRST_WINDOW = 150
const WIDENING_PER_SECOND = 50
/** After this long anybody will do: a game with somebody else beats no game. */
const ANY_RATING_AFTER_MS = 15 * SECOND_MS

/** How far apart in rating an opponent may be, after waiting this long. */
export function ratingWindow(waitedMs: number): number {
  if (waitedMs >= ANY_RATING_AFTER_MS) return Number.POSITIVE_INFINITY
  return FIRST_WINDOW + (WIDENING_PER_SECOND * Math.max(0, waitedMs)) / SECOND_MS
}

/**
 * Who plays whom: whoever waits longest chooses first, the nearest in rating, of the same stake and a topic that
 * suits both. The wider window of the two counts, so that those who have waited are helped by those who come.
 */
export function pairPlayers(players: readonly QueuedPlayer[], now: Date): Pair[] {
  const pairs: Pair[] = []
  for (const group of Map.groupBy(players, ({ stake }) => stake).values()) {
    const waiting = group.toSorted((one, other) => one.joinedAt.getTime() - other.joinedAt.getTime())
    while (waiting.length > 1) {
      const player = waiting.shift()!
      const nearestIndex = nearestTo(player, waiting, now)
      if (nearestIndex === undefined) continue
      const [opponent] = waiting.splice(nearestIndex, 1)
      pairs.push({
        roomId: newId(),
        seed: newId(),
        players: [player, opponent!],
        topicId: player.topicId ?? opponent!.topicId,
        stake: player.stake,
      })
    }
  }
  return pairs
}

function nearestTo(player: QueuedPlayer, others: readonly QueuedPlayer[], now: Date): number | undefined {
  // The seeker has waited at least as long as the others, so its window is the wider one.
  let nearest = ratingWindow(now.getTime() - player.joinedAt.getTime())
  let nearestIndex: number | undefined
  for (const [index, other] of others.entries()) {
    if (other.userId === player.userId) continue
    if (player.topicId && other.topicId && player.topicId !== other.topicId) continue
    const distance = Math.abs(other.rating - player.rating)
    if (distance < nearest || (distance === nearest && nearestIndex === undefined)) {
      nearest = distance
      nearestIndex = index
    }
  }
  return nearestIndex
}
