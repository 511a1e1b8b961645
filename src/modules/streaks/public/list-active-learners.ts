import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Day } from './streak.ts'

/** As many of the newest activities are looked at, so that the list stays cheap. */
export const SEARCHED_ACTIVITIES = 50_000
const COUNT_LIMIT = 10_000

/** The users with an activity on these days, in their own calendar, the last active first. Counts at most 10,000. */
export async function listActiveLearners(
  db: Db,
  { from, to }: { from: Day; to: Day | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: UserId[]; total: number }> {
  const [found] = await db<{ ids: UserId[]; total: number }>`
    with newest as (
      select user_id, day from streak_day where status = 'DONE' and day >= ${from}::date
        and (${to ?? null}::date is null or day <= ${to ?? null}::date)
      order by day desc, user_id desc limit ${SEARCHED_ACTIVITIES}
    ), found as materialized (
      select user_id, max(day) as day from newest group by user_id order by 2 desc, 1 desc
      limit ${Math.max(COUNT_LIMIT, offset + limit)}
    )
    select array(select user_id from found order by day desc, user_id desc limit ${limit} offset ${offset}) as ids,
      least(count(*), ${COUNT_LIMIT})::integer as total
    from found`
  return found!
}
