import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { type AccountName, userAccount } from '../rewards/ledger/account.ts'
import { chargeGems } from '../rewards/ledger/charge-gems.ts'
import { postTransfer } from '../rewards/ledger/post-transfer.ts'
import type { EntryId } from './ticket.ts'

/** Holds the stake of an entry from the moment of joining to the settlement. */
export function escrowOf(entryId: EntryId): AccountName {
  return `battle:${entryId}`
}

interface Stake {
  entryId: EntryId
  userId: UserId
  stake: bigint
  now: Date
}

/** Refused when the user has too few gems. */
export async function holdStake(tx: Tx, { entryId, userId, stake, now }: Stake): Promise<void> {
  if (stake === 0n) return
  await chargeGems(tx, {
    userId,
    gems: Number(stake),
    to: escrowOf(entryId),
    source: `battle:${entryId}:stake`,
    reason: 'battle stake',
    now,
  })
}

/** For an entry that came to no battle. */
export async function returnStake(tx: Tx, { entryId, userId, stake, now }: Stake): Promise<void> {
  if (stake === 0n) return
  await postTransfer(tx, {
    source: `battle:${entryId}:return`,
    reason: 'battle stake returned',
    legs: [
      { account: escrowOf(entryId), asset: 'GEM', amount: -stake },
      { account: userAccount(userId), asset: 'GEM', amount: stake },
    ],
    now,
  })
}
