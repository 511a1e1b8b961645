import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** The contests for which `contests.contest_won` was emitted, by user. */
export function listWonContests(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; contestIds: string[] }[]> {
  return db<{ userId: UserId; contestIds: string[] }>`
    select user_id as "userId", array_agg(contest_id::text) as "contestIds"
    from contest_participant join contest on contest.id = contest_id
    where user_id = any(${userIds}::uuid[]) and rank = 1 and score >= min_prize_score and finalized_at is not null
      and withdrawn_at is null
    group by user_id`
}
