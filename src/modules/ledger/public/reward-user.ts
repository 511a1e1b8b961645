import { xpAwarded } from '../../../events/ledger.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type AccountName, type Asset, HOUSE, userAccount } from './account.ts'
import { getTotals } from './get-totals.ts'
import { postTransfer } from './post-transfer.ts'
import { balanceAfter, type TransferEntry, toLedgerAmount } from './transfer.ts'

export interface RewardUser {
  userId: UserId
  xp: number
  gems: number
  source: string
  reason: string
  /** Which of the house's accounts pays: that of all rewards, unless one has a budget of its own. */
  from?: AccountName
  now: Date
}

export interface Reward {
  posted: boolean
  /** What was paid just now: nothing, when the source was used before. */
  xp: number
  gems: number
  newTotalXP: number
  newTotalGems: number
}

/** Pays XP and gems to a user, once per source. */
export async function rewardUser(tx: Tx, reward: RewardUser): Promise<Reward> {
  const { userId, xp, gems, source, reason, now } = reward
  const account = userAccount(userId)
  const entries = rewardEntries(reward)
  if (entries.length === 0) {
    const { totalXP, totalGems } = await getTotals(tx, userId)
    return { posted: false, xp: 0, gems: 0, newTotalXP: totalXP, newTotalGems: totalGems }
  }

  const posting = await postTransfer(tx, { source, reason, entries, now })
  if (posting.posted && xp > 0) tx.emit(xpAwarded({ userId, xp, at: now.toISOString(), source }))
  return {
    posted: posting.posted,
    xp: posting.posted ? xp : 0,
    gems: posting.posted ? gems : 0,
    newTotalXP: balanceAfter(posting, account, 'XP'),
    newTotalGems: balanceAfter(posting, account, 'GEM'),
  }
}

/** None, when there is nothing to pay. */
export function rewardEntries({ userId, xp, gems, from = HOUSE.issuance }: RewardUser): TransferEntry[] {
  const account = userAccount(userId)
  const issued = (asset: Asset, amount: bigint): TransferEntry[] =>
    amount === 0n
      ? []
      : [
          { account: from, asset, amount: -amount },
          { account, asset, amount },
        ]
  return [...issued('XP', toLedgerAmount(xp, 'xp')), ...issued('GEM', toLedgerAmount(gems, 'gems'))]
}
