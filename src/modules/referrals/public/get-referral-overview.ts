import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { ACTIVE_DAYS } from '../referral.ts'

export interface ReferralOverview {
  referredBy: UserId | null
  code: string | null
  members: { invited: number; active: number; rewarded: number }
  gemsEarned: number
  xpEarned: number
}

/** A user with very many active members has at least this many. */
const COUNT_LIMIT = 10_000

/** Who invited a user, and how many members the user invited. */
export async function getReferralOverview(db: Db, userId: UserId, now: Date): Promise<ReferralOverview> {
  const [row] = await db<ReferralOverview>`
    select (select inviter_id from referral_member where user_id = ${userId}) as "referredBy", own.code,
      jsonb_build_object('invited', coalesce(own.invited_count, 0), 'rewarded', coalesce(own.bonus_count, 0), 'active', (
        select count(*) from (
          select from referral_member
          where inviter_id = ${userId} and last_lesson_at >= ${addMs(now, -ACTIVE_DAYS * DAY_MS)} limit ${COUNT_LIMIT}
        ) found
      )) as members,
      coalesce(own.gems_earned, 0)::float8 as "gemsEarned", coalesce(own.xp_earned, 0)::float8 as "xpEarned"
    from (values (0)) as one_row
    left join referral_code as own on own.user_id = ${userId}`
  return row!
}

export interface ReferralMember {
  userId: UserId
  joinedAt: Date
  firstCourseAt: Date | null
  lastLessonAt: Date | null
  /** Why the inviter got a bonus or not; null until the first course. */
  bonus: 'PAID' | 'DAILY_CAP' | 'TOTAL_CAP' | 'INVITER_INACTIVE' | null
}

/** The users whom a user invited, the newest account first. Counts at most 10,000. */
export async function listReferralMembers(
  db: Db,
  userId: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ members: ReferralMember[]; total: number }> {
  const [members, [row]] = await Promise.all([
    db<ReferralMember>`
      select user_id as "userId", joined_at as "joinedAt", first_course_at as "firstCourseAt",
        last_lesson_at as "lastLessonAt", bonus
      from referral_member where inviter_id = ${userId}
      order by user_id desc limit ${limit} offset ${offset}`,
    db<{ total: number }>`
      select count(*)::integer as total from (
        select from referral_member where inviter_id = ${userId} limit ${COUNT_LIMIT}
      ) found`,
  ])
  return { members, total: row!.total }
}
