import type { UserId } from '../../../platform/ids.ts'
import { defineJob } from '../../../platform/jobs/declare.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type AccountAddress, makeWallets } from './make-wallet.ts'
import { listUsersWithoutWallet } from './queries.ts'

/** Enqueued at each start: whoever registered before there were wallets gets one. */
export const wantWallets = defineJob<Record<string, never>>('wallet.make_missing', { concurrency: 1 })

const AT_ONCE = 200

export async function makeMissingWallets(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  accountAddress: AccountAddress,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  for (let after: UserId | undefined; !signal.aborted; ) {
    const userIds = await listUsersWithoutWallet(db, after, AT_ONCE)
    if (userIds.length === 0) return
    await write((tx) => makeWallets(tx, { userIds, accountAddress, now }))
    after = userIds.at(-1)
  }
}
