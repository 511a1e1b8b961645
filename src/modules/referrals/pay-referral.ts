import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { listBarredUsers } from '../identity/accounts/list-barred-users.ts'
import { HOUSE } from '../rewards/ledger/account.ts'
import { rewardUser } from '../rewards/ledger/reward-user.ts'
import { invitedRewarded, referralQualified } from './events.ts'
import { takeBonus, updateBonus } from './queries.ts'
import type { ReferralRules } from './referral.ts'

interface PayReferral {
  inviterId: UserId
  invitedUserId: UserId
  rules: ReferralRules
  now: Date
}

/**
 * Pays both sides for a first course. Whoever calls it has seen that this is the first; the source in the ledger is the
 * last guard. Caps are the inviter's: who was invited is paid whether or not they are reached, or the inviter is suspended.
 */
export async function payReferral(
  tx: Tx,
  { inviterId, invitedUserId, rules, now }: PayReferral,
): Promise<void> {
  const [barred] = await listBarredUsers(tx, [inviterId])
  const bonus = barred ? 'INVITER_GONE' : await takeBonus(tx, inviterId, rules, now)
  await updateBonus(tx, invitedUserId, bonus)
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
  if (bonus === 'INVITER_GONE') {
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
