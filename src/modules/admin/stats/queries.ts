import type { Db } from '../../../platform/db/database.ts'
import { batchedWrite } from '../../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

export type DailyStatKind = 'REGISTERED' | 'DELETED' | 'ACTIVE' | 'COURSE_COMPLETED' | 'LESSON_COMPLETED'

interface DailyCount {
  kind: DailyStatKind
  at: Date
}

/** Counts of a transaction go to one of 16 shards, so that it locks one row of each day and kind. */
export const incrementDailyStat = batchedWrite(async (writableDb, counts: DailyCount[]): Promise<void[]> => {
  await writableDb`
    insert into daily_stat as stat (day, kind, shard, count)
    select at::date, kind, pg_current_xact_id()::text::bigint % 16, count(*)
    from jsonb_to_recordset(${counts}::jsonb) as row (kind text, at timestamptz)
    group by at::date, kind order by at::date, kind
    on conflict (day, kind, shard) do update set count = stat.count + excluded.count`
  return []
})

export async function findCursor(db: Db): Promise<string> {
  const [row] = await db<{ lastId: string }>`select last_id as "lastId" from daily_stat_cursor`
  return row!.lastId
}

/** Locks the cursor until commit, so that one process counts at a time. */
export async function lockCursor(tx: Tx): Promise<string> {
  const [row] = await tx<{ lastId: string }>`select last_id as "lastId" from daily_stat_cursor for update`
  return row!.lastId
}

export async function updateCursor(tx: Tx, lastId: string): Promise<void> {
  await tx`update daily_stat_cursor set last_id = ${lastId}`
}

export async function addDailyStats(
  tx: Tx,
  kind: DailyStatKind,
  days: { day: string; count: number }[],
): Promise<void> {
  await tx`
    insert into daily_stat as stat (day, kind, shard, count)
    select day, ${kind}, 0, count from jsonb_to_recordset(${days}::jsonb) as given (day date, count bigint)
    on conflict (day, kind, shard) do update set count = stat.count + excluded.count`
}

/** Whether a day that gets no more counts still has shards. */
export async function hasUnmergedShards(db: Db, now: Date): Promise<boolean> {
  const [row] = await db<{ isThere: boolean }>`
    select exists (
      select from daily_stat where shard > 0 and day < ${now}::timestamptz::date - 1
    ) as "isThere"`
  return row!.isThere
}

/** Merges the shards of days that get no more counts. */
export async function mergeShards(tx: Tx, now: Date): Promise<void> {
  await tx`
    with deleted as (
      delete from daily_stat where shard > 0 and day < ${now}::timestamptz::date - 1 returning day, kind, count
    )
    insert into daily_stat as stat (day, kind, shard, count)
    select day, kind, 0, sum(count) from deleted group by day, kind
    on conflict (day, kind, shard) do update set count = stat.count + excluded.count`
}

export interface DailyStats {
  day: string
  registered: number
  activeLearners: number
  lessonsCompleted: number
  coursesCompleted: number
}

/** Days with at least one count, newest first. */
export function listDailyStats(db: Db, since: Date): Promise<DailyStats[]> {
  return db<DailyStats>`
    select day::text as day,
      coalesce(sum(count) filter (where kind = 'REGISTERED'), 0)::float8 as registered,
      coalesce(sum(count) filter (where kind = 'ACTIVE'), 0)::float8 as "activeLearners",
      coalesce(sum(count) filter (where kind = 'LESSON_COMPLETED'), 0)::float8 as "lessonsCompleted",
      coalesce(sum(count) filter (where kind = 'COURSE_COMPLETED'), 0)::float8 as "coursesCompleted"
    from daily_stat where day >= ${since}::timestamptz::date group by day order by day desc`
}

export async function sumDailyStats(db: Db): Promise<Record<DailyStatKind, number>> {
  const rows = await db<{ kind: DailyStatKind; total: number }>`
    select kind, sum(count)::float8 as total from daily_stat group by kind`
  const sums = { REGISTERED: 0, DELETED: 0, ACTIVE: 0, COURSE_COMPLETED: 0, LESSON_COMPLETED: 0 }
  for (const { kind, total } of rows) sums[kind] = total
  return sums
}
