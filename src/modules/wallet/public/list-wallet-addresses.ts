import type { Address } from 'viem'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listWallets } from '../custody/queries.ts'

/** Whoever has none yet is missing: that passes, because a job makes those that are owed. */
export async function listWalletAddresses(db: Db, userIds: UserId[]): Promise<Map<UserId, Address>> {
  const wallets = await listWallets(db, userIds)
  return new Map(wallets.map(({ userId, address }) => [userId, address]))
}
