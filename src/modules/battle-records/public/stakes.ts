import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type AccountName, userAccount } from '../../ledger/public/account.ts'
import { chargeGems } from '../../ledger/public/charge-gems.ts'
import { postTransfer } from '../../ledger/public/post-transfer.ts'
import type { EntryId } from './ticket.ts'

/** Holds the stake of an entry from the moment of joining to the settlement. */
export function escrowAccount(entryId: EntryId): AccountName {
  return `battle:${entryId}`
}

interface Stake {
  entryId: EntryId
  userId: UserId
  stake: bigint
  now: Date
}

/** Refused when the user has too few gems. */
export async function escrowStake(tx: Tx, { entryId, userId, stake, now }: Stake): Promise<void> {
  if (stake === 0n) return
  await chargeGems(tx, {
    userId,
    gems: Number(stake),
    to: escrowAccount(entryId),
    source: `battle:${entryId}:stake`,
    reason: 'battle stake',
    now,
  })
}

/** For an entry that came to no battle. */
export async function refundStake(tx: Tx, { entryId, userId, stake, now }: Stake): Promise<void> {
  if (stake === 0n) return
  await postTransfer(tx, {
    source: `battle:${entryId}:return`,
    reason: 'battle stake returned',
    entries: [
      { account: escrowAccount(entryId), asset: 'GEM', amount: -stake },
      { account: userAccount(userId), asset: 'GEM', amount: stake },
    ],
    now,
  })
}
