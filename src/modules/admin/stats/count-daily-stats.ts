import { smallestIdAt, type UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { DomainEvent } from '../../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../../platform/transaction/reactions.ts'
import { countLessonCompletions } from '../../progress/public/count-lesson-completions.ts'
import {
  addDailyStats,
  type DailyStatKind,
  incrementDailyStat,
  lockCursor,
  mergeShards,
  updateCursor,
} from './queries.ts'

/**
 * A reaction that counts something of a user for its day. Only what is rare in the life of a user is counted so:
 * registering, the first activity of a day, the end of a course.
 */
export function countDaily(kind: DailyStatKind): EventHandler<{ userId: UserId; at: string }> {
  return (tx, { data }: DomainEvent<{ userId: UserId; at: string }>) =>
    incrementDailyStat(tx, { kind, at: new Date(data.at), shard: Number.parseInt(data.userId.slice(-1), 16) })
}

/** Whoever began a completion before has ended it by now: transactions are not let live so long. */
const MAX_WRITE_MS = 120_000
const BATCH_SIZE = 20_000

/** Counts what lessons were completed since the last time, each once, and puts the lanes of past days into one. */
export async function countCompletedLessons({ write }: Pick<Platform, 'write'>, now: Date): Promise<void> {
  const before = smallestIdAt(new Date(now.getTime() - MAX_WRITE_MS))
  for (;;) {
    const counted = await write(async (tx) => {
      const after = await lockCursor(tx)
      const { days, count, lastId } = await countLessonCompletions(tx, { after, before, limit: BATCH_SIZE })
      if (!lastId) return 0
      await addDailyStats(tx, 'LESSON_COMPLETED', days)
      await updateCursor(tx, lastId)
      return count
    })
    if (counted < BATCH_SIZE) break
  }
  await write((tx) => mergeShards(tx, now))
}
