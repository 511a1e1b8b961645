import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { batchedLock, batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  type BonusOutcome,
  LEARNING_DAYS,
  type LearningCounts,
  MIN_RIGHT_ANSWERS,
  MIN_RIGHT_PERCENT,
  type OriginDigests,
  type OriginLimit,
  REDEEM_DAYS,
  type ReferralRules,
  type RejectionReason,
} from './referral.ts'

export async function findCodeOwner(db: Db, code: string): Promise<UserId | undefined> {
  const [row] = await db<{ userId: UserId }>`
    select user_id as "userId" from referral_code where code = ${code}`
  return row?.userId
}

export async function insertMember(
  tx: Tx,
  { userId, origin, joinedAt }: { userId: UserId; origin: OriginDigests; joinedAt: Date },
): Promise<void> {
  await tx`
    insert into referral_member (user_id, joined_at, device_digest, address_digest)
    values (${userId}, ${joinedAt}, ${origin.device}, ${origin.address})
    on conflict (user_id) do nothing`
}

interface Member extends LearningCounts {
  inviterId: UserId | null
  firstCourseAt: Date | null
  bonus: BonusOutcome | null
}

export const lockMember = batchedLock(
  async (writableDb, userIds: UserId[]): Promise<(Member | undefined)[]> => {
    const rows = await writableDb<Member & { number: bigint }>`
    select number, inviter_id as "inviterId", first_course_at as "firstCourseAt",
      learning_days as "learningDays", answers_on_day as "answersOnDay", right_on_day as "rightOnDay", bonus
    from unnest(${userIds}::uuid[]) with ordinality as wanted (id, number)
    join referral_member as member on user_id = id
    order by user_id for no key update of member`
    const byNumber = new Map(rows.map(({ number, ...member }) => [Number(number), member]))
    return userIds.map((_, index) => byNumber.get(index + 1))
  },
)

export async function listMemberDigests(db: Db, userId: UserId): Promise<Buffer[]> {
  const [row] = await db<{ device: Uint8Array | null; address: Uint8Array | null }>`
    select device_digest as device, address_digest as address from referral_member where user_id = ${userId}`
  return [row?.device, row?.address].flatMap((digest) => (digest ? [Buffer.from(digest)] : []))
}

/** Serializes all redemptions: two concurrent ones could create a cycle that neither of them sees. */
export async function lockRedemptions(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(7240120)`
}

const MAX_CHAIN_LENGTH = 10_000

/** Whether a user was invited by another one, directly or through a chain of invitations. */
export async function isInvitedBy(db: Db, invited: UserId, inviter: UserId): Promise<boolean> {
  const rows = await db`
    with recursive chain (user_id, depth) as (
      select inviter_id, 1 from referral_member where user_id = ${invited} and inviter_id is not null
      union
      select member.inviter_id, chain.depth + 1 from chain
      join referral_member member on member.user_id = chain.user_id
      where member.inviter_id is not null and chain.depth < ${MAX_CHAIN_LENGTH}
    )
    select from chain where user_id = ${inviter} limit 1`
  return rows.length > 0
}

/** Locks the counters of the origins in a fixed order and returns their uses. Resets a counter whose window has ended. */
export async function lockOriginUses(
  tx: Tx,
  limits: OriginLimit[],
  now: Date,
): Promise<(limit: OriginLimit) => number> {
  const uses = new Map<OriginLimit, number>()
  const inOrder = limits.toSorted((one, other) => Buffer.compare(one.originDigest, other.originDigest))
  for (const each of inOrder) {
    const [row] = await tx<{ uses: number }>`
      insert into referral_origin as existing (origin_digest, cap_window_started_at) values (${each.originDigest}, ${now})
      on conflict (origin_digest) do update set
        uses = case when existing.cap_window_started_at <= ${each.windowStartsAfter}::timestamptz then 0 else existing.uses end,
        cap_window_started_at =
          case when existing.cap_window_started_at <= ${each.windowStartsAfter}::timestamptz then ${now} else existing.cap_window_started_at end
      returning uses`
    uses.set(each, row!.uses)
  }
  return (limit) => uses.get(limit)!
}

export async function updateOriginUses(tx: Tx, originDigest: Buffer): Promise<void> {
  await tx`update referral_origin set uses = uses + 1 where origin_digest = ${originDigest}`
}

/** Sets the inviter if none is set yet, and counts the invitation in the same statement. */
export async function updateInviter(
  tx: Tx,
  { userId, inviterId, now }: { userId: UserId; inviterId: UserId; now: Date },
): Promise<void> {
  await tx`
    with member as (
      update referral_member set inviter_id = ${inviterId}, invited_at = ${now}
      where user_id = ${userId} and inviter_id is null returning inviter_id
    )
    update referral_code set invited_count = invited_count + 1 from member where referral_code.user_id = member.inviter_id`
}

export async function insertRejection(
  tx: Tx,
  {
    userId,
    inviterId,
    reason,
    now,
  }: { userId: UserId; inviterId: UserId; reason: RejectionReason; now: Date },
): Promise<void> {
  await tx`
    insert into referral_rejection as existing (user_id, inviter_id, reason, first_at, last_at)
    values (${userId}, ${inviterId}, ${reason}, ${now}, ${now})
    on conflict (user_id, inviter_id, reason) do update set attempts = existing.attempts + 1, last_at = excluded.last_at`
}

export async function updateLastLesson(tx: Tx, userId: UserId, at: Date): Promise<void> {
  await updateLastLessons(tx, { userId, at })
}

interface UserAt {
  userId: UserId
  at: Date
}

const updateLastLessons = batchedWrite(async (writableDb, given: UserAt[]): Promise<void[]> => {
  await writableDb`
    with locked as (
      select user_id, row.at
      from (select * from jsonb_to_recordset(${given}::jsonb) as row ("userId" uuid, at timestamptz) limit ${given.length}) as row
      join referral_member as member on user_id = "userId" and (last_lesson_at is null or last_lesson_at < row.at)
      order by user_id for no key update of member
    )
    update referral_member as member set last_lesson_at = locked.at from locked where member.user_id = locked.user_id`
  return []
})

/**
 * Counts a first answer. The first one of a later day adds the day before to the days of learning, if it was one. Returns
 * undefined if nothing is counted: the days are enough, the bonus is decided, or the user has no inviter and cannot get
 * one any more. An answer of an earlier day than the last one comes too late.
 */
export async function updateLearningDay(
  tx: Tx,
  { userId, isCorrect, at }: { userId: UserId; isCorrect: boolean; at: Date },
): Promise<LearningCounts | undefined> {
  const day = at.toISOString().slice(0, 10)
  const right = Number(isCorrect)
  const [row] = await tx<LearningCounts>`
    update referral_member set
      learning_days = learning_days + case when last_answer_on < ${day}::date and right_on_day >= ${MIN_RIGHT_ANSWERS}
        and 100 * right_on_day >= ${MIN_RIGHT_PERCENT} * answers_on_day then 1 else 0 end,
      answers_on_day = case when last_answer_on = ${day}::date then answers_on_day else 0 end + 1,
      right_on_day = case when last_answer_on = ${day}::date then right_on_day else 0 end + ${right}::integer,
      last_answer_on = ${day}::date
    where user_id = ${userId} and learning_days < ${LEARNING_DAYS} and bonus is null
      and (inviter_id is not null or joined_at > ${addMs(at, -REDEEM_DAYS * DAY_MS)})
      and coalesce(last_answer_on <= ${day}::date, true)
    returning learning_days as "learningDays", answers_on_day as "answersOnDay", right_on_day as "rightOnDay"`
  return row
}

/** Stores the time of the first completed course. Of several concurrent calls, one does. */
export const updateFirstCourse = batchedWrite(async (writableDb, given: UserAt[]): Promise<void[]> => {
  await writableDb`
    with locked as (
      select user_id, row.at
      from (select * from jsonb_to_recordset(${given}::jsonb) as row ("userId" uuid, at timestamptz) limit ${given.length}) as row
      join referral_member as member on user_id = "userId" and first_course_at is null
      order by user_id for no key update of member
    )
    update referral_member as member set first_course_at = locked.at from locked where member.user_id = locked.user_id`
  return []
})

/**
 * Claims one of the bonuses that the daily and the total cap of the inviter allow. Checks and counts in one statement,
 * so that concurrent claims cannot exceed a cap.
 */
export async function claimBonus(
  tx: Tx,
  inviterId: UserId,
  rules: ReferralRules,
  now: Date,
): Promise<BonusOutcome> {
  const today = now.toISOString().slice(0, 10)
  const claimed = await tx`
    update referral_code set bonus_count = bonus_count + 1, last_bonus_on = ${today}::date,
      bonus_count_on_day = case when coalesce(last_bonus_on < ${today}::date, true) then 1 else bonus_count_on_day + 1 end,
      gems_earned = gems_earned + ${rules.inviterGems}, xp_earned = xp_earned + ${rules.inviterXp}
    where user_id = ${inviterId} and bonus_count < ${rules.totalCap}
      and (coalesce(last_bonus_on < ${today}::date, true) or bonus_count_on_day < ${rules.dailyCap})
    returning user_id`
  if (claimed.length > 0) return 'PAID'
  const [row] = await tx<{ bonusCount: number }>`
    select bonus_count as "bonusCount" from referral_code where user_id = ${inviterId}`
  if (!row) return 'INVITER_INACTIVE'
  return row.bonusCount >= rules.totalCap ? 'TOTAL_CAP' : 'DAILY_CAP'
}

interface InvitedRow {
  userId: UserId
  joinedAt: string
  hasCompletedFirstCourse: boolean
  bonusClaimed: boolean
}

interface StatsRow {
  code: string
  gemsEarned: bigint
  xpEarned: bigint
  totalInvited: number
  activeLearners: number
  invitedBy: UserId | null
  referrals: InvitedRow[]
}

/** One row, in one round trip. Returns undefined if the user has no code. */
export async function findStats(
  db: Db,
  userId: UserId,
  { activeSince, limit, offset }: { activeSince: Date; limit: number; offset: number },
): Promise<StatsRow | undefined> {
  const [row] = await db<StatsRow>`
    select code, gems_earned as "gemsEarned", xp_earned as "xpEarned",
      invited_count as "totalInvited",
      (select count(*)::int from referral_member
        where inviter_id = ${userId} and last_lesson_at >= ${activeSince}) as "activeLearners",
      (select inviter_id from referral_member where user_id = ${userId}) as "invitedBy",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', user_id, 'joinedAt', joined_at,
          'hasCompletedFirstCourse', first_course_at is not null, 'bonusClaimed', bonus is not distinct from 'PAID')
          order by user_id desc), '[]')
        from (select * from referral_member where inviter_id = ${userId}
          order by user_id desc limit ${limit} offset ${offset}) as page) as referrals
    from referral_code where user_id = ${userId}`
  return row
}
