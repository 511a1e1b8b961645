import { SECOND_MS } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { QuestionId, TopicId } from '../../questions/question.ts'
import type { ProcessId } from '../rooms/queries.ts'
import type { EntryId, RoomId } from '../ticket.ts'

/** Somebody who waits for an opponent. */
export interface Seeker {
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
  seekers: [Seeker, Seeker]
  topicId: TopicId | null
  stake: bigint
}

/** Who keeps a room, and what is asked in it. */
export interface Keeping {
  ownerId: ProcessId
  questionIds: QuestionId[]
}

export interface KeptPair extends Pair {
  /** Undefined: whoever is ready first has their process keep it. */
  kept: Keeping | undefined
}

const FIRST_WINDOW = 150
const WIDENING_A_SECOND = 50
/** After this long anybody will do: a game with somebody else beats no game. */
const PATIENCE_MS = 15 * SECOND_MS

/** How far apart in rating an opponent may be, after waiting this long. */
export function windowAfter(waitedMs: number): number {
  if (waitedMs >= PATIENCE_MS) return Number.POSITIVE_INFINITY
  return FIRST_WINDOW + (WIDENING_A_SECOND * Math.max(0, waitedMs)) / SECOND_MS
}

/**
 * Who plays whom: whoever waits longest chooses first, the nearest in rating, of the same stake and a topic that
 * suits both. The wider window of the two counts, so that those who have waited are helped by those who come.
 */
export function pairSeekers(seekers: readonly Seeker[], now: Date): Pair[] {
  const pairs: Pair[] = []
  for (const group of Map.groupBy(seekers, ({ stake }) => stake).values()) {
    const waiting = group.toSorted((one, other) => one.joinedAt.getTime() - other.joinedAt.getTime())
    while (waiting.length > 1) {
      const seeker = waiting.shift()!
      const place = nearestTo(seeker, waiting, now)
      if (place === undefined) continue
      const [opponent] = waiting.splice(place, 1)
      pairs.push({
        roomId: newId(),
        seed: newId(),
        seekers: [seeker, opponent!],
        topicId: seeker.topicId ?? opponent!.topicId,
        stake: seeker.stake,
      })
    }
  }
  return pairs
}

function nearestTo(seeker: Seeker, others: readonly Seeker[], now: Date): number | undefined {
  // The seeker has waited at least as long as the others, so its window is the wider one.
  let nearest = windowAfter(now.getTime() - seeker.joinedAt.getTime())
  let place: number | undefined
  for (const [index, other] of others.entries()) {
    if (other.userId === seeker.userId) continue
    if (seeker.topicId && other.topicId && seeker.topicId !== other.topicId) continue
    const distance = Math.abs(other.rating - seeker.rating)
    if (distance < nearest || (distance === nearest && place === undefined)) {
      nearest = distance
      place = index
    }
  }
  return place
}
