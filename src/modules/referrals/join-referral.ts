import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import {
  addUse,
  insertRefusal,
  listMemberDigests,
  lockSigns,
  updateInviter,
  wasInvitedThrough,
} from './queries.ts'
import {
  brokenLimit,
  type OriginDigests,
  type ReferralRules,
  type RefusedReason,
  signsOf,
} from './referral.ts'

interface JoinReferral {
  userId: UserId
  inviterId: UserId
  origin: OriginDigests
  rules: ReferralRules
  now: Date
}

/** Notes who invited a user, or the reason why that does not count, which it gives back. */
export async function joinReferral(tx: Tx, given: JoinReferral): Promise<RefusedReason | undefined> {
  const { userId, inviterId, now } = given
  const reason = await findReason(tx, given)
  if (reason) await insertRefusal(tx, { userId, inviterId, reason, now })
  else await updateInviter(tx, { userId, inviterId, now })
  return reason
}

async function findReason(
  tx: Tx,
  { userId, inviterId, origin, rules, now }: JoinReferral,
): Promise<RefusedReason | undefined> {
  if (inviterId === userId) return 'SELF'
  if (await wasInvitedThrough(tx, inviterId, userId)) return 'CYCLE'
  const inviter = await listMemberDigests(tx, inviterId)
  const signs = signsOf(origin, rules, now)
  const usesOf = await lockSigns(tx, signs, now)
  const reason = brokenLimit(signs, usesOf, inviter)
  if (!reason) for (const { sign } of signs) await addUse(tx, sign)
  return reason
}
