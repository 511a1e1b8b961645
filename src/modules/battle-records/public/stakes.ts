import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type AccountName, userAccount } from '../../ledger/public/account.ts'
import { chargeGems } from '../../ledger/public/charge-gems.ts'
import { postTransfers } from '../../ledger/public/post-transfer.ts'
import type { EntryId } from './ticket.ts'

const STAKE_REASON = 'battle stake'
const stakeSource = (entryId: EntryId) => `battle:${entryId}:stake`

/** The ledger account with the stake of an entry, from its seat in a room to settlement. */
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
    source: stakeSource(entryId),
    reason: STAKE_REASON,
    now,
  })
}

/** Moves the stakes of several users to their escrows. The caller has locked the balances and checked them. */
export async function escrowStakes(tx: Tx, stakes: readonly Stake[]): Promise<void> {
  await postTransfers(
    tx,
    stakes
      .filter(({ stake }) => stake > 0n)
      .map(({ entryId, userId, stake, now }) => ({
        source: stakeSource(entryId),
        reason: STAKE_REASON,
        entries: [
          { account: userAccount(userId), asset: 'GEM', amount: -stake },
          { account: escrowAccount(entryId), asset: 'GEM', amount: stake },
        ],
        now,
      })),
  )
}
