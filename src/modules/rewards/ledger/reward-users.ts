import type { Tx } from '../../../platform/tx.ts'
import { xpAwarded } from '../events.ts'
import { postTransfers } from './post-transfers.ts'
import { type RewardUser, rewardLegs } from './reward-user.ts'

/** Pays many at once, each as `rewardUser` pays one: once per source. When one of them cannot be paid, none is. */
export async function rewardUsers(tx: Tx, rewards: readonly RewardUser[]): Promise<void> {
  const transfers = rewards.map((reward) => ({ ...reward, legs: rewardLegs(reward) }))
  const posted = await postTransfers(
    tx,
    transfers.filter(({ legs }) => legs.length > 0),
  )
  for (const { userId, xp, source, now } of rewards)
    if (xp > 0 && posted.has(source)) tx.emit(xpAwarded({ userId, xp, at: now.toISOString(), source }))
}
