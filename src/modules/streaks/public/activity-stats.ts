import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Day } from './streak.ts'

/** Longer gaps between two activities are counted as this one. */
const MAX_GAP_DAYS = 30

/** A statement for more learners would take long. */
const LEARNERS_PER_BATCH = 20_000
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

interface GapCount {
  /** Days since the activity before: 0 for the first one ever, and `MAX_GAP_DAYS` for longer gaps. */
  gapDays: number
  learners: number
}

/**
 * Counts the learners with an activity on a day by the gap to their activity before. It reads the learners of the day by an
 * index, and one key for each of them.
 */
export async function countActiveLearners(
  db: Db,
  day: Day,
  batchSize = LEARNERS_PER_BATCH,
): Promise<GapCount[]> {
  const sums = new Map<number, number>()
  for (let after = BEFORE_ALL_IDS; ; ) {
    const rows = await countBatch(db, { day, after, batchSize })
    for (const { gapDays, learners } of rows) sums.set(gapDays, (sums.get(gapDays) ?? 0) + learners)
    if (rows.reduce((sum, { learners }) => sum + learners, 0) < batchSize) break
    after = rows
      .map(({ lastId }) => lastId)
      .sort()
      .at(-1)!
  }
  return [...sums].map(([gapDays, learners]) => ({ gapDays, learners }))
}

function countBatch(db: Db, { day, after, batchSize }: { day: Day; after: string; batchSize: number }) {
  return db<GapCount & { lastId: string }>`
    select case when previous.day is null then 0 else least(active.day - previous.day, ${MAX_GAP_DAYS}) end::int as "gapDays",
      count(*)::int as learners, max(active.user_id::text) as "lastId"
    from (
      select user_id, day from streak_day
      where day = ${day}::date and status = 'DONE' and user_id > ${after}::uuid order by user_id limit ${batchSize}
    ) active
      left join lateral (
        select earlier.day from streak_day earlier
        where earlier.user_id = active.user_id and earlier.day < active.day and earlier.status = 'DONE'
        order by earlier.day desc limit 1
      ) previous on true
    group by 1`
}

/** The first day on which a learner had an activity. */
export async function findFirstActiveDay(db: Db): Promise<Day | undefined> {
  const [row] = await db<{ day: Day }>`
    select day::text as day from streak_day where status = 'DONE' order by streak_day.day limit 1`
  return row?.day
}

/** Which of the users had an activity on the day that is asked for them. */
export async function listActiveOn(db: Db, asked: { userId: UserId; day: Day }[]): Promise<Set<string>> {
  const rows = await db<{ userId: UserId; day: Day }>`
    select asked."userId", asked.day::text as day
    from jsonb_to_recordset(${asked}::jsonb) as asked ("userId" uuid, day date)
      -- The limit makes it one lookup by key for each user, however many rows the planner expects.
      cross join lateral (
        select from streak_day where user_id = asked."userId" and day = asked.day and status = 'DONE' limit 1
      ) found`
  return new Set(rows.map(({ userId, day }) => `${userId} ${day}`))
}
