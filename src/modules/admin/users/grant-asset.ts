import { Refusal } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { errors } from '../../ledger/errors.ts'
import { HOUSE } from '../../ledger/public/account.ts'
import { chargeGems } from '../../ledger/public/charge-gems.ts'
import { getTotals } from '../../ledger/public/get-totals.ts'
import { revokeXp } from '../../ledger/public/revoke-xp.ts'
import { rewardUser } from '../../ledger/public/reward-user.ts'

export interface GrantAsset {
  userId: UserId
  asset: 'GEM' | 'XP'
  /** Below zero: it is taken. */
  amount: number
  now: Date
}

export interface Totals {
  totalXP: number
  totalGems: number
}

/** Gives a user gems or XP from the house, or takes some back; nobody falls below zero. */
export async function grantAsset(tx: Tx, grant: GrantAsset): Promise<{ before: Totals; after: Totals }> {
  const { userId, asset, amount } = grant
  await getUserRecord(tx, userId)
  await postGrant(tx, grant).catch((fault) => {
    throw withAdminMessage(fault)
  })
  // The transfer holds the balances until the end, so what it found is what is here without it.
  const after = await getTotals(tx, userId)
  const before =
    asset === 'GEM'
      ? { ...after, totalGems: after.totalGems - amount }
      : { ...after, totalXP: after.totalXP - amount }
  return { before, after }
}

async function postGrant(tx: Tx, { userId, asset, amount, now }: GrantAsset): Promise<void> {
  const transfer = { userId, source: `grant:${newId()}`, reason: amount > 0 ? 'granted' : 'taken back', now }
  if (amount > 0) {
    const given = { xp: asset === 'XP' ? amount : 0, gems: asset === 'GEM' ? amount : 0 }
    await rewardUser(tx, { ...transfer, ...given, from: HOUSE.grants })
  } else if (asset === 'GEM') await chargeGems(tx, { ...transfer, gems: -amount, to: HOUSE.grants })
  else await revokeXp(tx, { ...transfer, xp: -amount, to: HOUSE.grants })
}

function withAdminMessage(fault: unknown): unknown {
  if (!(fault instanceof Refusal)) return fault
  if (fault.code === errors.insufficient_gems.code)
    return errors.insufficient_gems({ message: 'This user has fewer gems than that. Nothing was taken.' })
  if (fault.code === errors.insufficient_balance.code)
    return errors.insufficient_balance({ message: 'This user has less XP than that. Nothing was taken.' })
  return fault
}
