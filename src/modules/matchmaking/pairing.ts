import { SECOND_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Pair, QueuedPlayer } from '../battle-records/public/queue.ts'

const FIRST_WINDOW = 150
const WIDENING_PER_SECOND = 50
/** After this time, an opponent of any rating is accepted. */
const ANY_RATING_AFTER_MS = 15 * SECOND_MS

/** Whether two players with the same stake may play against each other. */
export type MayMeet = (one: QueuedPlayer, other: QueuedPlayer) => boolean

/** The maximum rating difference after a waiting time. */
export function ratingWindow(waitedMs: number): number {
  if (waitedMs >= ANY_RATING_AFTER_MS) return Number.POSITIVE_INFINITY
  return FIRST_WINDOW + (WIDENING_PER_SECOND * Math.max(0, waitedMs)) / SECOND_MS
}

/**
 * Pairs players with the same stake and compatible topics. The player who has waited longest gets the opponent with the
 * nearest rating within the wider rating window of the two.
 */
export function pairPlayers(
  players: readonly QueuedPlayer[],
  now: Date,
  mayMeet: MayMeet = () => true,
): Pair[] {
  const pairs: Pair[] = []
  for (const group of Map.groupBy(players, ({ stake }) => stake).values()) {
    const waiting = group.toSorted((one, other) => one.joinedAt.getTime() - other.joinedAt.getTime())
    while (waiting.length > 1) {
      const player = waiting.shift()!
      const nearestIndex = nearestTo(player, waiting, { now, mayMeet })
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

function nearestTo(
  player: QueuedPlayer,
  others: readonly QueuedPlayer[],
  { now, mayMeet }: { now: Date; mayMeet: MayMeet },
): number | undefined {
  // The player has waited at least as long as the others, so the own window is the wider one.
  let nearest = ratingWindow(now.getTime() - player.joinedAt.getTime())
  let nearestIndex: number | undefined
  for (const [index, other] of others.entries()) {
    if (other.userId === player.userId) continue
    if (player.topicId && other.topicId && player.topicId !== other.topicId) continue
    const distance = Math.abs(other.rating - player.rating)
    const isNearer = distance < nearest || (distance === nearest && nearestIndex === undefined)
    // Asked last, because of many players only a few are nearer than those before them.
    if (!isNearer || !mayMeet(player, other)) continue
    nearest = distance
    nearestIndex = index
  }
  return nearestIndex
}
