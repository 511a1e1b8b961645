import { smallestIdAt, type UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { DomainEvent } from '../../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../../platform/transaction/reactions.ts'
import { countLessonCompletions } from '../../progress/public/count-lesson-completions.ts'
import {
  addDailyStats,
  type DailyStatKind,
  findCursor,
  hasUnmergedShards,
  incrementDailyStat,
  lockCursor,
  mergeShards,
  updateCursor,
} from './queries.ts'

/**
 * Returns an event handler that counts an event on its day. It adds a statement to the transaction, so it is used only
 * for rare events: registration, first activity of a day, completed course.
 */
export function countDaily(kind: DailyStatKind): EventHandler<{ userId: UserId; at: string }> {
  const countOf = ({ data }: DomainEvent<{ userId: UserId; at: string }>) => ({ kind, at: new Date(data.at) })
  const handler: EventHandler<{ userId: UserId; at: string }> = (tx, event) =>
    incrementDailyStat(tx, countOf(event))
  handler.handleBatch = async (tx, events) => void (await incrementDailyStat.all(tx, events.map(countOf)))
  return handler
}

/** Longer than any transaction: all completions with older ids are committed. */
const MAX_WRITE_MS = 120_000
const BATCH_SIZE = 20_000

/** Whether there are completions that are not counted yet, or shards to merge. */
export async function hasUncountedLessons({ db }: Pick<Platform, 'db'>, now: Date): Promise<boolean> {
  if (await hasUnmergedShards(db, now)) return true
  const after = await findCursor(db)
  const { count } = await countLessonCompletions(db, { after, before: countedBefore(now), limit: 1 })
  return count > 0
}

/** Counts lesson completions since the cursor, each once, and merges the shards of past days. */
export async function countCompletedLessons({ write }: Pick<Platform, 'write'>, now: Date): Promise<void> {
  const before = countedBefore(now)
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

function countedBefore(now: Date): string {
  return smallestIdAt(new Date(now.getTime() - MAX_WRITE_MS))
}
