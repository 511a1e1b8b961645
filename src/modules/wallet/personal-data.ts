import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listWallets } from './custody/queries.ts'
import { listChallenges, listLinked } from './links/queries.ts'
import { findPin } from './pin/queries.ts'

/** What is kept of a user's wallets, for the document of all their data. No secret is in it, not even as a digest. */
export async function exportWallet(db: Db, userId: UserId): Promise<unknown> {
  const [wallet] = await listWallets(db, [userId])
  return {
    wallet: wallet ? { address: wallet.address, createdAt: wallet.createdAt } : null,
    linkedWallets: await listLinked(db, userId),
    linkRequests: await listChallenges(db, userId),
    pin: (await findPin(db, userId)) ?? null,
  }
}
