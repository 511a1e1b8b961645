import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import { payReferral } from './pay-referral.ts'
import { updateFirstCourse } from './queries.ts'
import type { ReferralRules } from './referral.ts'

interface Completed {
  userId: UserId
  at: string
}

/** Makes the reaction to a completed course: the first one of an invited user pays both sides. */
export function qualifyReferral(rules: ReferralRules): NowReaction<Completed> {
  return async (tx, { data }: Fact<Completed>) => {
    const now = new Date(data.at)
    const first = await updateFirstCourse(tx, data.userId, now)
    if (!first?.inviterId) return
    await payReferral(tx, { inviterId: first.inviterId, invitedUserId: data.userId, rules, now })
  }
}
