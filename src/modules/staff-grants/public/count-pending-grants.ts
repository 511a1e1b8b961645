import type { Db } from '../../../platform/db/database.ts'

/** Counts the requests that wait for a decision, up to a limit. */
export async function countPendingGrants(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await db<{ count: number; oldestAt: Date | null }>`
    select count(*)::integer as count, min(created_at) as "oldestAt" from (
      select created_at from staff_grant
      where status <> 'DIRECT' and status = 'PENDING' and expires_at > ${now} order by id limit ${limit}
    ) waiting`
  return row!
}
