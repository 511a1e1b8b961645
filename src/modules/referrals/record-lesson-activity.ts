import { Cache } from '../../platform/cache/cache.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { updateLastLesson } from './queries.ts'

/**
 * Handles a completed lesson: stores the time, from which the stats count active learners. Stores at most one time per
 * user and hour, which is precise enough.
 */
export function recordLessonActivity(): EventHandler<{ userId: UserId; at: string }> {
  const recordedAt = new Cache<UserId, number>({ maxSize: 50_000 })

  return async (tx, { data: { userId, at } }) => {
    const completedAt = new Date(at)
    const recorded = recordedAt.get(userId)
    if (recorded !== undefined && Math.abs(completedAt.getTime() - recorded) < HOUR_MS) return
    await updateLastLesson(tx, userId, completedAt)
    tx.afterCommit(() => recordedAt.set(userId, completedAt.getTime()))
  }
}
