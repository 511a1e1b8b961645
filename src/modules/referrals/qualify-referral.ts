import type { UserId } from '../../platform/ids.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { payReferral } from './pay-referral.ts'
import { updateFirstCourse } from './queries.ts'
import type { ReferralRules } from './referral.ts'

interface Completed {
  userId: UserId
  at: string
}

/** Handles a completed course: the first one of an invited user pays both users. */
export function qualifyReferral(rules: ReferralRules): EventHandler<Completed> {
  return async (tx, { data }) => {
    const now = new Date(data.at)
    const first = await updateFirstCourse(tx, data.userId, now)
    if (!first?.inviterId) return
    await payReferral(tx, { inviterId: first.inviterId, invitedUserId: data.userId, rules, now })
  }
}
