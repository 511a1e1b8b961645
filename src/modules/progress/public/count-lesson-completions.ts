import type { Db } from '../../../platform/db/database.ts'

interface CountLessonCompletions {
  /** Completion ids. They contain their creation time, so a caller can also pass the smallest id of a moment. */
  after: string
  before: string
  limit: number
}

/**
 * Counts the first `limit` completions after an id per day (UTC) and returns the last id. It scans a range of the
 * primary key, so the cost depends on the new rows only.
 */
export async function countLessonCompletions(
  db: Db,
  { after, before, limit }: CountLessonCompletions,
): Promise<{ days: { day: string; count: number }[]; count: number; lastId: string | undefined }> {
  const rows = await db<{ day: string; count: number; lastId: string }>`
    select day::text as day, count(*)::integer as count, max(id::text) as "lastId"
    from (
      select id, completed_at::date as day from lesson_completion
      where id > ${after}::uuid and id < ${before}::uuid order by id limit ${limit}
    ) fresh
    group by day`
  return {
    days: rows.map(({ day, count }) => ({ day, count })),
    count: rows.reduce((sum, { count }) => sum + count, 0),
    lastId: rows
      .map(({ lastId }) => lastId)
      .sort()
      .at(-1),
  }
}
