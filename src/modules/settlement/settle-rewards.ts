import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { defineCronJob } from '../../platform/transaction/define-job.ts'
import { SETTLED_ASSETS } from './batch.ts'
import { enqueueDueUsers } from './enqueue-due-users.ts'
import { listDue } from './queries.ts'
import { settleUsers } from './settle-users.ts'

export const settleRewardsJob = defineCronJob('settlement.settle', { timeLimitSeconds: 600 })

/** Ten batches in one commit if all have the same direction. */
const USERS_PER_TRANSACTION = 1_000

interface SettleOptions {
  now: Date
  signal?: AbortSignal
  usersPerBatch?: number
}

/**
 * Enqueues mints and burns for all users whose ledger balance differs from the chain. This function only selects users;
 * `settleUsers` computes the amounts in the transaction that stores them. An interrupted run continues with the next run.
 */
export async function settleRewards(
  platform: Pick<Platform, 'db' | 'write'>,
  { now, signal, usersPerBatch }: SettleOptions,
): Promise<{ batches: number }> {
  await enqueueDueUsers(platform, signal)
  let batches = 0
  for (const asset of SETTLED_ASSETS) {
    for (let after: UserId | undefined; !signal?.aborted; ) {
      const userIds = await listDue(platform.db, { asset, after, limit: USERS_PER_TRANSACTION, now })
      if (userIds.length === 0) break
      const settled = await platform.write((tx) => settleUsers(tx, { asset, userIds, usersPerBatch, now }))
      batches += settled.batches
      if (userIds.length < USERS_PER_TRANSACTION) break
      after = userIds.at(-1)
    }
  }
  return { batches }
}
