import { invitedRewarded, referralQualified } from '../../events/referrals.ts'
import type { UserId } from '../../platform/ids.ts'
import { requireOwnTransaction } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { isActiveUser } from '../accounts/public/user-status.ts'
import { HOUSE } from '../ledger/public/account.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { claimBonus } from './queries.ts'
import type { ReferralRules } from './referral.ts'

interface PayReferral {
  inviterId: UserId
  invitedUserId: UserId
  rules: ReferralRules
  now: Date
}

/**
 * Pays both users for the invited user's first course. The caller guarantees that no bonus is stored; the unique ledger
 * source prevents a second payment. Caps and suspension of the inviter do not affect the invited user's bonus.
 */
export async function payReferral(
  tx: Tx,
  { inviterId, invitedUserId, rules, now }: PayReferral,
): Promise<void> {
  requireOwnTransaction(tx)
  const isActive = await isActiveUser(tx, inviterId)
  const bonus = isActive ? await claimBonus(tx, inviterId, rules, now) : 'INVITER_INACTIVE'
  await tx`update referral_member set bonus = ${bonus} where user_id = ${invitedUserId}`
  const reward = { from: HOUSE.referrals, now }
  await rewardUser(tx, {
    ...reward,
    userId: invitedUserId,
    xp: 0,
    gems: rules.invitedGems,
    source: `referral:${invitedUserId}:invited`,
    reason: 'first course as an invited user',
  })
  const isPaid = bonus === 'PAID'
  if (isPaid) {
    await rewardUser(tx, {
      ...reward,
      userId: inviterId,
      xp: rules.inviterXp,
      gems: rules.inviterGems,
      source: `referral:${invitedUserId}:inviter`,
      reason: 'invited user completed a first course',
    })
  }
  const at = now.toISOString()
  if (bonus === 'INVITER_INACTIVE') {
    tx.emit(invitedRewarded({ userId: invitedUserId, gems: rules.invitedGems, at }))
    return
  }
  tx.emit(
    referralQualified({
      userId: inviterId,
      invitedUserId,
      inviterGems: isPaid ? rules.inviterGems : 0,
      inviterXp: isPaid ? rules.inviterXp : 0,
      invitedGems: rules.invitedGems,
      at,
    }),
  )
}
