import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>> {
  const [member] = await db`
    select joined_at as "joinedAt", invited_at as "invitedAt", first_course_at as "firstCourseAt",
      last_lesson_at as "lastLessonAt", learning_days as "learningDays", last_answer_on as "lastAnswerOn",
      answers_on_day as "answersOnDay", right_on_day as "rightOnDay"
    from referral_member where user_id = ${userId}`
  const refusals = await db`
    select reason, attempts as times, first_at as "firstAt", last_at as "lastAt" from referral_rejection
    where user_id = ${userId} order by first_at`
  const [code] = await db`
    select code, created_at as "createdAt", bonus_count as rewarded, gems_earned::float8 as "gemsEarned",
      xp_earned::float8 as "xpEarned"
    from referral_code where user_id = ${userId}`
  return { code: code ?? null, member: member ?? null, refusals }
}

/** Deletes the code, the rejections and the origin. The membership stays without them, because the inviter's stats count it. */
export async function erasePersonalData(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await Promise.all([
    tx`delete from referral_code where user_id = ${userId}`,
    tx`delete from referral_rejection where user_id = ${userId}`,
    tx`update referral_member set device_digest = null, address_digest = null where user_id = ${userId}`,
  ])
}
