import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type AccountName, userAccount } from '../../ledger/public/account.ts'
import { chargeGems } from '../../ledger/public/charge-gems.ts'
import { postTransfer } from '../../ledger/public/post-transfer.ts'
import type { EntryId } from './ticket.ts'

/** The ledger account with the stake of an entry, from joining to settlement. */
export function escrowAccount(entryId: EntryId): AccountName {
  return `battle:${entryId}`
}

interface Stake {
  entryId: EntryId
  userId: UserId
  stake: bigint
  now: Date
}

/** Moves the stake from the user to the escrow. Throws `insufficient_gems` if the balance is too low. */
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

/** Returns the stake of an entry that ended without a battle. */
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
