import { addMs, DAY_MS } from '../../platform/clock.ts'
import { assert, type RefusalFactory, withCommit } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getUserAttributes } from '../accounts/public/own-account.ts'
import { attributeReferral } from './attribute-referral.ts'
import { errors } from './errors.ts'
import { payQualifiedReferral } from './qualify-referral.ts'
import { findCodeOwner, insertMember, lockMember, lockRedemptions } from './queries.ts'
import {
  digestsOf,
  normalizeCode,
  type Origin,
  REDEEM_DAYS,
  type ReferralRules,
  type RejectionReason,
} from './referral.ts'

interface RedeemCode {
  userId: UserId
  referralCode: string
  origin: Origin
  rules: ReferralRules
  now: Date
}

const ERROR_BY_REASON: Record<RejectionReason, RefusalFactory> = {
  SELF: errors.self_referral,
  CYCLE: errors.referral_cycle,
  SAME_DEVICE: errors.referral_limit_reached,
  SAME_ADDRESS: errors.referral_limit_reached,
}

/** Sets the inviter after registration. Redeeming the code of the same inviter again changes nothing. */
export async function redeemCode(
  tx: Tx,
  { userId, referralCode, origin, rules, now }: RedeemCode,
): Promise<{ inviterId: UserId; referralCode: string }> {
  await lockRedemptions(tx)
  const code = normalizeCode(referralCode)
  const { registeredAt } = await getUserAttributes(tx, userId)
  const digests = digestsOf(origin)
  await insertMember(tx, { userId, origin: digests, joinedAt: registeredAt })
  const member = await lockMember(tx, userId)
  assert(member, 'the inserted member exists')
  const inviterId = await findCodeOwner(tx, code)
  if (!inviterId) throw errors.referral_code_unknown()
  if (member.inviterId === inviterId) return { inviterId, referralCode: code }
  if (member.inviterId) throw errors.already_invited()
  if (addMs(registeredAt, REDEEM_DAYS * DAY_MS) <= now) throw errors.referral_too_late()

  const reason = await attributeReferral(tx, { userId, inviterId, origin: digests, rules, now })
  // Commits the stored reason although the request fails.
  if (reason) throw withCommit(ERROR_BY_REASON[reason]({ extra: { reason } }))
  // The user may have completed the first course before redeeming the code.
  await payQualifiedReferral(tx, { userId, rules, now })
  return { inviterId, referralCode: code }
}
