import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { defineJob } from '../../../platform/transaction/define-job.ts'
import { type ComputeAccountAddress, createWallets } from './create-wallet.ts'
import { listUsersWithoutWallet } from './queries.ts'

/** Enqueued at each start; creates wallets for users without one. */
export const createMissingWalletsJob = defineJob<Record<string, never>>('wallet.create_missing', {
  concurrency: 1,
})

const BATCH_SIZE = 200

export async function createMissingWallets(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  accountAddress: ComputeAccountAddress,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  for (let after: UserId | undefined; !signal.aborted; ) {
    const userIds = await listUsersWithoutWallet(db, after, BATCH_SIZE)
    if (userIds.length === 0) return
    await write((tx) => createWallets(tx, { userIds, accountAddress, now }))
    after = userIds.at(-1)
  }
}
