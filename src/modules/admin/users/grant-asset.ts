import { Refusal } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { getUser } from '../../identity/administration/get-user.ts'
import { errors } from '../../rewards/errors.ts'
import { HOUSE } from '../../rewards/ledger/account.ts'
import { chargeGems } from '../../rewards/ledger/charge-gems.ts'
import { getTotals } from '../../rewards/ledger/get-totals.ts'
import { rewardUser } from '../../rewards/ledger/reward-user.ts'
import { takeXp } from '../../rewards/ledger/take-xp.ts'

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
  await getUser(tx, userId)
  await postGrant(tx, grant).catch((fault) => {
    throw inWordsForAdmins(fault)
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
  else await takeXp(tx, { ...transfer, xp: -amount, to: HOUSE.grants })
}

function inWordsForAdmins(fault: unknown): unknown {
  if (!(fault instanceof Refusal)) return fault
  if (fault.code === errors.insufficient_gems.code)
    return errors.insufficient_gems({ message: 'This user has fewer gems than that. Nothing was taken.' })
  if (fault.code === errors.insufficient_balance.code)
    return errors.insufficient_balance({ message: 'This user has less XP than that. Nothing was taken.' })
  return fault
}
