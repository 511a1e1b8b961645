import { HOUR_MS } from '../../platform/clock.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import { updateLastLesson } from './queries.ts'

const USERS_KEPT = 50_000

interface Completed {
  userId: UserId
  at: string
}

/**
 * Makes the reaction to a completed lesson, from which it is known who is an active learner. To the hour is enough for
 * that, so that whoever completes lesson after lesson costs one statement.
 */
export function noteLesson(): NowReaction<Completed> {
  const notedAt = new Map<UserId, number>()

  return async (tx, { data: { userId, at } }: Fact<Completed>) => {
    const moment = new Date(at)
    const noted = notedAt.get(userId)
    if (noted !== undefined && Math.abs(moment.getTime() - noted) < HOUR_MS) return
    await updateLastLesson(tx, userId, moment)
    tx.afterCommit(() => {
      if (notedAt.size >= USERS_KEPT) notedAt.delete(notedAt.keys().next().value!)
      notedAt.set(userId, moment.getTime())
    })
  }
}
