import { subscriptionChanged } from '../../events/subscriptions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { hasPremium } from './public/has-premium.ts'
import {
  deleteSubscription,
  insertTransfer,
  lockSubscribers,
  type Transfer,
  updateEventSubscriber,
} from './queries.ts'
import { rebuildSubscription } from './record-purchase-event.ts'
import { findActiveUser } from './subscriber.ts'

interface TransferPurchases {
  transfer: Transfer
  /** The current owner of the purchases. Differs from `transfer.to` if a later transfer arrived first. */
  owner: string
  now: Date
}

/** Moves all purchases of some subscribers to another one. Returns false for a duplicate event. */
export async function transferPurchases(
  tx: Tx,
  { transfer, owner, now }: TransferPurchases,
): Promise<boolean> {
  if (!(await insertTransfer(tx, transfer))) return false
  if (owner !== transfer.to) await lockSubscribers(tx, [owner])
  const userId = await findActiveUser(tx, owner)
  for (const from of transfer.from) {
    const purchases = await updateEventSubscriber(tx, { from, to: owner, untilMs: transfer.atMs })
    const previousUserId = await findActiveUser(tx, from)
    for (const purchase of purchases) {
      await deleteSubscription(tx, from, purchase)
      // Events of the purchase after the transfer stay with the old subscriber.
      await rebuildSubscription(tx, { subscriber: from, userId: undefined, purchase, cause: 'TRANSFER', now })
      await rebuildSubscription(tx, { subscriber: owner, userId, purchase, cause: 'TRANSFER', now })
    }
    if (!previousUserId || purchases.length === 0) continue
    tx.emit(
      subscriptionChanged({
        userId: previousUserId,
        cause: 'TRANSFER',
        isPremium: await hasPremium(tx, previousUserId, now),
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
