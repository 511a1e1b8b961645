import { subscriptionChanged } from '../../events/subscriptions.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  deleteSubscription,
  findPremium,
  insertTransfer,
  lockSubscribers,
  type Transfer,
  updateEventSubscriber,
} from './queries.ts'
import { rebuildSubscription } from './record-purchase-event.ts'

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
    const purchases = await updateEventSubscriber(tx, { from, to: owner, untilMs: transfer.atMs })
    const previousUserId = await knownUser(from)
    for (const purchase of purchases) {
      await deleteSubscription(tx, from, purchase)
      // What the one who gave them did with the same purchase afterwards stays theirs.
      await rebuildSubscription(tx, { subscriber: from, userId: undefined, purchase, cause: 'TRANSFER', now })
      await rebuildSubscription(tx, { subscriber: owner, userId, purchase, cause: 'TRANSFER', now })
    }
    if (!previousUserId || purchases.length === 0) continue
    tx.emit(
      subscriptionChanged({
        userId: previousUserId,
        cause: 'TRANSFER',
        isPremium: await findPremium(tx, previousUserId, now),
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
