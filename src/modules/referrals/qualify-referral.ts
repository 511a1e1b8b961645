import type { UserId } from '../../platform/ids.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { isEmailVerified } from '../accounts/public/user-status.ts'
import { payReferral } from './pay-referral.ts'
import { lockMember, updateFirstCourse } from './queries.ts'
import { countLearningDays, LEARNING_DAYS, type ReferralRules } from './referral.ts'

interface QualifiedUser {
  userId: UserId
  rules: ReferralRules
  now: Date
}

/** Handles a completed course: the first one of an invited user qualifies the referral. */
export function qualifyReferral(rules: ReferralRules): EventHandler<{ userId: UserId; at: string }> {
  return async (tx, { data: { userId, at } }) => {
    const now = new Date(at)
    await updateFirstCourse(tx, { userId, at: now })
    await payQualifiedReferral(tx, { userId, rules, now })
  }
}

/** Handles a verified address: it may be what was missing. */
export function qualifyVerifiedUser(rules: ReferralRules): EventHandler<{ userId: UserId; at: string }> {
  return async (tx, { data: { userId, at } }) => {
    if (rules.requireVerifiedLearning) await payQualifiedReferral(tx, { userId, rules, now: new Date(at) })
  }
}

/**
 * Pays for an invited user, once, as soon as nothing is missing: a completed course and, if the rules require it, a
 * verified address and learning on two days.
 */
export async function payQualifiedReferral(tx: Tx, { userId, rules, now }: QualifiedUser): Promise<void> {
  const member = await lockMember(tx, userId)
  if (!member?.inviterId || !member.firstCourseAt || member.bonus) return
  if (rules.requireVerifiedLearning) {
    if (countLearningDays(member) < LEARNING_DAYS) return
    if (!(await isEmailVerified(tx, userId))) return
  }
  await payReferral(tx, { inviterId: member.inviterId, invitedUserId: userId, rules, now })
}
