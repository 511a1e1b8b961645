import type { Db } from '../../../platform/db/database.ts'

interface CountLessonCompletions {
  /** Completion ids. They contain their creation time, so a caller can also pass the smallest id of a moment. */
  after: string
  before: string
  limit: number
}

export interface CompletionDay {
  day: string
  count: number
  seconds: number
}

/**
 * Counts the first `limit` completions after an id and their reported time per day (UTC), and returns the last id. It scans a
 * range of the primary key, so the cost depends on the new rows only.
 */
export async function countLessonCompletions(
  db: Db,
  { after, before, limit }: CountLessonCompletions,
): Promise<{ days: CompletionDay[]; count: number; lastId: string | undefined }> {
  const rows = await db<CompletionDay & { lastId: string }>`
    select day::text as day, count(*)::integer as count, coalesce(sum(seconds), 0)::float8 as seconds,
      max(id::text) as "lastId"
    from (
      select id, completed_at::date as day, time_spent_seconds as seconds from lesson_completion
      where id > ${after}::uuid and id < ${before}::uuid order by id limit ${limit}
    ) fresh
    group by day`
  return {
    days: rows.map(({ day, count, seconds }) => ({ day, count, seconds })),
    count: rows.reduce((sum, { count }) => sum + count, 0),
    lastId: rows
      .map(({ lastId }) => lastId)
      .sort()
      .at(-1),
  }
}
