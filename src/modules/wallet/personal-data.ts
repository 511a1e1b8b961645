import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { listWallets } from './custody/queries.ts'
import { deleteLinks, listChallenges, listLinked } from './links/queries.ts'
import { deletePin, deletePinTokens, findPin } from './pin/queries.ts'

/** Contains no secret and no digest of one. */
export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  const [wallet] = await listWallets(db, [userId])
  return {
    wallet: wallet ? { address: wallet.address, createdAt: wallet.createdAt } : null,
    linkedWallets: await listLinked(db, userId),
    linkRequests: await listChallenges(db, userId),
    pin: (await findPin(db, userId)) ?? null,
  }
}

/**
 * Deletes the PIN, its tokens, the linked wallets and the challenges. The wallet stays without a name, because pending
 * transactions must still arrive and its tokens match the ledger.
 */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deletePinTokens(tx, data.userId)
  await deletePin(tx, data.userId)
  await deleteLinks(tx, data.userId)
}
