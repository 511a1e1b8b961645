import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import { joinReferral } from './join-referral.ts'
import { findCodeOwner, insertMember } from './queries.ts'
import { digestsOf, normalCode, type ReferralRules } from './referral.ts'

interface Registered {
  userId: UserId
  referralCode: string | null
  deviceId: string | null
  address: string
  at: string
}

/**
 * Makes the reaction to a registration. A code that nobody has, or that a rule refuses, does not keep anybody from
 * registering: the right one can be redeemed within seven days.
 */
export function welcomeNewcomer(rules: ReferralRules): NowReaction<Registered> {
  return async (tx, { data }: Fact<Registered>) => {
    const { userId, referralCode, deviceId, address, at } = data
    const now = new Date(at)
    const origin = digestsOf({ deviceId, address })
    await insertMember(tx, { userId, origin, joinedAt: now })
    if (referralCode === null) return
    const inviterId = await findCodeOwner(tx, normalCode(referralCode))
    if (inviterId) await joinReferral(tx, { userId, inviterId, origin, rules, now })
  }
}
