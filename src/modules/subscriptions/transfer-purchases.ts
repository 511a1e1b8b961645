import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { subscriptionChanged } from './events.ts'
import {
  deleteSubscription,
  findPremium,
  insertTransfer,
  lockSubscribers,
  type Transfer,
  updateSubscriber,
} from './queries.ts'
import { refreshSubscription } from './record-purchase-event.ts'

export interface TransferPurchases {
  transfer: Transfer
  /** Who has them by now: later transfers may have been told before this one. */
  owner: string
  knownUser: (subscriber: string) => Promise<UserId | undefined>
  now: Date
}

/** Gives all purchases of some subscribers to another. False when it was told before. */
export async function transferPurchases(
  tx: Tx,
  { transfer, owner, knownUser, now }: TransferPurchases,
): Promise<boolean> {
  if (!(await insertTransfer(tx, transfer))) return false
  if (owner !== transfer.to) await lockSubscribers(tx, [owner])
  const userId = await knownUser(owner)
  for (const from of transfer.from) {
    const purchases = await updateSubscriber(tx, { from, to: owner, untilMs: transfer.atMs })
    const loser = await knownUser(from)
    for (const purchase of purchases) {
      await deleteSubscription(tx, from, purchase)
      // What the one who gave them did with the same purchase afterwards stays theirs.
      await refreshSubscription(tx, { subscriber: from, userId: undefined, purchase, cause: 'TRANSFER', now })
      await refreshSubscription(tx, { subscriber: owner, userId, purchase, cause: 'TRANSFER', now })
    }
    if (!loser || purchases.length === 0) continue
    tx.emit(
      subscriptionChanged({
        userId: loser,
        cause: 'TRANSFER',
        isPremium: await findPremium(tx, loser, now),
        status: 'MOVED',
        productId: null,
        expiresAt: null,
        willRenew: false,
        at: now.toISOString(),
      }),
    )
  }
  return true
}
