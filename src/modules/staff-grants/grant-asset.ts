import { Refusal } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getUserRecord } from '../accounts/public/user-records.ts'
import { errors } from '../ledger/errors.ts'
import { HOUSE } from '../ledger/public/account.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import { revokeXp } from '../ledger/public/revoke-xp.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'

export interface GrantAsset {
  /** Identifies the grant, so that it is posted once. */
  id: string
  userId: UserId
  asset: 'GEM' | 'XP'
  /** A negative amount is taken from the user. */
  amount: number
  now: Date
}

type Totals = Awaited<ReturnType<typeof getTotals>>

export interface ChangedTotals {
  before: Totals
  after: Totals
}

/** Transfers gems or XP from the house to a user, or back. Throws if the user has too little. */
export async function grantAsset(tx: Tx, grant: GrantAsset): Promise<ChangedTotals> {
  const { userId, asset, amount } = grant
  await getUserRecord(tx, userId)
  await postGrant(tx, grant).catch((error) => {
    throw withAdminMessage(error)
  })
  // The transfer has locked the balances, so the earlier totals can be computed.
  const after = await getTotals(tx, userId)
  const before =
    asset === 'GEM'
      ? { ...after, totalGems: after.totalGems - amount }
      : { ...after, totalXP: after.totalXP - amount }
  return { before, after }
}

async function postGrant(tx: Tx, { id, userId, asset, amount, now }: GrantAsset): Promise<void> {
  const transfer = { userId, source: `grant:${id}`, reason: amount > 0 ? 'granted' : 'taken back', now }
  if (amount > 0) {
    const given = { xp: asset === 'XP' ? amount : 0, gems: asset === 'GEM' ? amount : 0 }
    await rewardUser(tx, { ...transfer, ...given, from: HOUSE.grants })
  } else if (asset === 'GEM') await chargeGems(tx, { ...transfer, gems: -amount, to: HOUSE.grants })
  else await revokeXp(tx, { ...transfer, xp: -amount, to: HOUSE.grants })
}

function withAdminMessage(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === errors.insufficient_gems.code)
    return errors.insufficient_gems({ message: 'The user has fewer gems than that. Nothing was taken.' })
  if (error.code === errors.insufficient_balance.code)
    return errors.insufficient_balance({ message: 'The user has less XP than that. Nothing was taken.' })
  return error
}
