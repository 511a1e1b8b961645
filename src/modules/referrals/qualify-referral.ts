import type { UserId } from '../../platform/ids.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { payReferral } from './pay-referral.ts'
import { updateFirstCourse } from './queries.ts'
import type { ReferralRules } from './referral.ts'

/** Handles a completed course: the first one of an invited user pays both users. */
export function qualifyReferral(rules: ReferralRules): EventHandler<{ userId: UserId; at: string }> {
  return async (tx, { data: { userId, at } }) => {
    const now = new Date(at)
    const first = await updateFirstCourse(tx, userId, now)
    if (first?.inviterId)
      await payReferral(tx, { inviterId: first.inviterId, invitedUserId: userId, rules, now })
  }
}
