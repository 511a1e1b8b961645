import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  insertRejection,
  isInvitedBy,
  listMemberDigests,
  lockOriginUses,
  updateInviter,
  updateOriginUses,
} from './queries.ts'
import {
  findExceededLimit,
  type OriginDigests,
  originLimits,
  type ReferralRules,
  type RejectionReason,
} from './referral.ts'

interface AttributeReferral {
  userId: UserId
  inviterId: UserId
  origin: OriginDigests
  rules: ReferralRules
  now: Date
}

/** Stores the inviter of a user. Stores and returns the reason instead if a rule rejects the invitation. */
export async function attributeReferral(
  tx: Tx,
  request: AttributeReferral,
): Promise<RejectionReason | undefined> {
  const { userId, inviterId, now } = request
  const reason = await findRejectionReason(tx, request)
  if (reason) await insertRejection(tx, { userId, inviterId, reason, now })
  else await updateInviter(tx, { userId, inviterId, now })
  return reason
}

async function findRejectionReason(
  tx: Tx,
  { userId, inviterId, origin, rules, now }: AttributeReferral,
): Promise<RejectionReason | undefined> {
  if (inviterId === userId) return 'SELF'
  if (await isInvitedBy(tx, inviterId, userId)) return 'CYCLE'
  const inviterDigests = await listMemberDigests(tx, inviterId)
  const limits = originLimits(origin, rules, now)
  const usesOf = await lockOriginUses(tx, limits, now)
  const reason = findExceededLimit(limits, usesOf, inviterDigests)
  if (!reason) for (const { originDigest } of limits) await updateOriginUses(tx, originDigest)
  return reason
}
