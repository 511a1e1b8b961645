import { xpAwarded } from '../../../events/ledger.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { postTransfers } from './post-transfers.ts'
import { type RewardUser, rewardEntries } from './reward-user.ts'

/** Pays many at once, each as `rewardUser` pays one: once per source. When one of them cannot be paid, none is. */
export async function rewardUsers(tx: Tx, rewards: readonly RewardUser[]): Promise<void> {
  const transfers = rewards.map((reward) => ({ ...reward, entries: rewardEntries(reward) }))
  const posted = await postTransfers(
    tx,
    transfers.filter(({ entries }) => entries.length > 0),
  )
  for (const { userId, xp, source, now } of rewards)
    if (xp > 0 && posted.has(source)) tx.emit(xpAwarded({ userId, xp, at: now.toISOString(), source }))
}
