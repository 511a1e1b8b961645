import { DAY_MS, later } from '../../platform/clock.ts'
import { assert, type RefusalFactory, remembered } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { getLocale } from '../identity/accounts/get-locale.ts'
import { errors } from './errors.ts'
import { joinReferral } from './join-referral.ts'
import { payReferral } from './pay-referral.ts'
import { findCodeOwner, insertMember, lockMember, lockRedeeming } from './queries.ts'
import {
  digestsOf,
  normalCode,
  type Origin,
  REDEEM_DAYS,
  type ReferralRules,
  type RefusedReason,
} from './referral.ts'

interface RedeemCode {
  userId: UserId
  referralCode: string
  origin: Origin
  rules: ReferralRules
  now: Date
}

const REFUSAL_OF: Record<RefusedReason, RefusalFactory> = {
  SELF: errors.self_referral,
  CYCLE: errors.referral_cycle,
  SAME_DEVICE: errors.referral_limit_reached,
  SAME_ADDRESS: errors.referral_limit_reached,
}

/** Names who invited a user, after registration. Naming the same one again changes nothing. */
export async function redeemCode(
  tx: Tx,
  { userId, referralCode, origin, rules, now }: RedeemCode,
): Promise<{ inviterId: UserId; referralCode: string }> {
  await lockRedeeming(tx)
  const code = normalCode(referralCode)
  const { registeredAt } = await getLocale(tx, userId)
  const digests = digestsOf(origin)
  await insertMember(tx, { userId, origin: digests, joinedAt: registeredAt })
  const member = await lockMember(tx, userId)
  assert(member, 'a member who was just made is there')
  const inviterId = await findCodeOwner(tx, code)
  if (!inviterId) throw errors.referral_code_unknown()
  if (member.inviterId === inviterId) return { inviterId, referralCode: code }
  if (member.inviterId) throw errors.already_invited()
  if (later(registeredAt, REDEEM_DAYS * DAY_MS) <= now) throw errors.referral_too_late()

  const reason = await joinReferral(tx, { userId, inviterId, origin: digests, rules, now })
  // The reason stays in the table although the request is refused.
  if (reason) throw remembered(REFUSAL_OF[reason]({ extra: { reason } }))
  // Who learned first and remembered the code afterwards loses nothing by it.
  if (member.firstCourseAt) await payReferral(tx, { inviterId, invitedUserId: userId, rules, now })
  return { inviterId, referralCode: code }
}
