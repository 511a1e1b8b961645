import type { Db } from '../../../platform/db/database.ts'
import { listCompletionDays } from '../queries.ts'

interface CountLessonCompletions {
  /** Ids of completions tell their time, so these are moments as well. */
  after: string
  before: string
  limit: number
}

/** How many lessons were completed on which days (UTC), of the first ones after an id; and which of them was the last. */
export async function countLessonCompletions(
  db: Db,
  request: CountLessonCompletions,
): Promise<{ days: { day: string; count: number }[]; count: number; lastId: string | undefined }> {
  const days = await listCompletionDays(db, request)
  return {
    days: days.map(({ day, count }) => ({ day, count })),
    count: days.reduce((sum, { count }) => sum + count, 0),
    lastId: days
      .map(({ lastId }) => lastId)
      .sort()
      .at(-1),
  }
}
