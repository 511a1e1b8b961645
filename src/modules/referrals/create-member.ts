import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { attributeReferral } from './attribute-referral.ts'
import { findCodeOwner, insertMember } from './queries.ts'
import { digestsOf, normalizeCode, type ReferralRules } from './referral.ts'

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
export function createMember(rules: ReferralRules): EventHandler<Registered> {
  return async (tx, { data }: DomainEvent<Registered>) => {
    const { userId, referralCode, deviceId, address, at } = data
    const now = new Date(at)
    const origin = digestsOf({ deviceId, address })
    await insertMember(tx, { userId, origin, joinedAt: now })
    if (referralCode === null) return
    const inviterId = await findCodeOwner(tx, normalizeCode(referralCode))
    if (inviterId) await attributeReferral(tx, { userId, inviterId, origin, rules, now })
  }
}
