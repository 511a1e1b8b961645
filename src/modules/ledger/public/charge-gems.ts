import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type AccountName, isHouseAccount, userAccount } from './account.ts'
import { postHouseTransfer, postTransfer } from './post-transfer.ts'
import { balanceAfter, type Transfer, toLedgerAmount } from './transfer.ts'

export interface ChargeGems {
  userId: UserId
  gems: number
  /** The receiving account, for example the house's fees or a contest's escrow. */
  to: AccountName
  source: string
  reason: string
  now: Date
}

/** Charges gems from a user, once per source. Throws `INSUFFICIENT_GEMS` if the user has too few. */
export async function chargeGems(
  tx: Tx,
  { userId, gems, to, source, reason, now }: ChargeGems,
): Promise<{ posted: boolean; newTotalGems: number }> {
  const account = userAccount(userId)
  const amount = toLedgerAmount(gems, 'gems')
  const transfer: Transfer = {
    source,
    reason,
    entries: [
      { account, asset: 'GEM', amount: -amount },
      { account: to, asset: 'GEM', amount },
    ],
    now,
  }
  const posting = isHouseAccount(to)
    ? await postHouseTransfer(tx, account, transfer)
    : await postTransfer(tx, transfer)
  return { posted: posting.posted, newTotalGems: balanceAfter(posting, account, 'GEM') }
}
