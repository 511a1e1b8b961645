import { xpAwarded } from '../../../events/ledger.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type AccountName, type Asset, HOUSE, userAccount } from './account.ts'
import { getTotals } from './get-totals.ts'
import { postHouseTransfer, postTransfers } from './post-transfer.ts'
import { balanceAfter, type TransferEntry, toLedgerAmount } from './transfer.ts'

export interface RewardUser {
  userId: UserId
  xp: number
  gems: number
  source: string
  reason: string
  /** The house account that pays; `HOUSE.issuance` by default. */
  from?: AccountName
  now: Date
}

export interface Reward {
  posted: boolean
  /** What this call paid: 0 if the source was used before. */
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

  const posting = await postHouseTransfer(tx, account, { source, reason, entries, now })
  if (posting.posted) emitXpAwarded(tx, reward)
  return {
    posted: posting.posted,
    xp: posting.posted ? xp : 0,
    gems: posting.posted ? gems : 0,
    newTotalXP: balanceAfter(posting, account, 'XP'),
    newTotalGems: balanceAfter(posting, account, 'GEM'),
  }
}

/** Pays several users in one round trip, each once per source. If one payment fails, none is posted. */
export async function rewardUsers(tx: Tx, rewards: readonly RewardUser[]): Promise<void> {
  const transfers = rewards.map((reward) => ({ ...reward, entries: rewardEntries(reward) }))
  const posted = await postTransfers(
    tx,
    transfers.filter(({ entries }) => entries.length > 0),
  )
  for (const reward of rewards) if (posted.has(reward.source)) emitXpAwarded(tx, reward)
}

function emitXpAwarded(tx: Tx, { userId, xp, source, now }: RewardUser): void {
  if (xp > 0) tx.emit(xpAwarded({ userId, xp, at: now.toISOString(), source }))
}

function rewardEntries({ userId, xp, gems, from = HOUSE.issuance }: RewardUser): TransferEntry[] {
  const account = userAccount(userId)
  const issue = (asset: Asset, amount: bigint): TransferEntry[] =>
    amount === 0n
      ? []
      : [
          { account: from, asset, amount: -amount },
          { account, asset, amount },
        ]
  return [...issue('XP', toLedgerAmount(xp, 'xp')), ...issue('GEM', toLedgerAmount(gems, 'gems'))]
}
