import type { userRegistered } from '../../events/accounts.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { attributeReferral } from './attribute-referral.ts'
import { findCodeOwner, insertMember } from './queries.ts'
import { digestsOf, normalizeCode, type ReferralRules } from './referral.ts'

type UserRegistered = ReturnType<typeof userRegistered>['data']

/**
 * Handles a registration. An unknown or rejected code does not make the registration fail: the user can redeem another
 * one within seven days.
 */
export function createMember(rules: ReferralRules): EventHandler<UserRegistered> {
  return async (tx, { data }) => {
    const { userId, referralCode, deviceId, address, at } = data
    const now = new Date(at)
    const origin = digestsOf({ deviceId, address })
    await insertMember(tx, { userId, origin, joinedAt: now })
    if (referralCode === null) return
    const inviterId = await findCodeOwner(tx, normalizeCode(referralCode))
    if (inviterId) await attributeReferral(tx, { userId, inviterId, origin, rules, now })
  }
}
