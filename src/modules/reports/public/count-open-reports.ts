import type { Db } from '../../../platform/db/database.ts'

/** Counts the reports that wait for a decision, up to a limit, and finds the oldest of them. */
export async function countOpenReports(
  db: Db,
  limit: number,
): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await db<{ count: number; oldestAt: Date | null }>`
    select count(*)::integer as count, min(created_at) as "oldestAt" from (
      select created_at from report where status = 'OPEN' order by id limit ${limit}
    ) waiting`
  return row!
}
