import { subscriptionChanged } from '../../events/subscriptions.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { findPremium, insertPurchaseEvent, listPurchaseEvents, replaceSubscription } from './queries.ts'
import { accessEndsAtMs, deriveSubscription, type PurchaseEvent, statusOf } from './subscription.ts'

export interface RecordPurchaseEvent {
  subscriber: string
  /** The same, when it is a user of ours, who is told. */
  userId: UserId | undefined
  purchase: string
  event: PurchaseEvent
  now: Date
}

/** Notes what was said of a purchase, and what follows from all of it. False when it was said before. */
export async function recordPurchaseEvent(
  tx: Tx,
  { subscriber, userId, purchase, event, now }: RecordPurchaseEvent,
): Promise<boolean> {
  if (!(await insertPurchaseEvent(tx, { subscriber, purchase, event }))) return false
  await rebuildSubscription(tx, { subscriber, userId, purchase, cause: event.type, now })
  return true
}

export interface RebuildSubscription extends Omit<RecordPurchaseEvent, 'event'> {
  cause: string
}

/** Makes the row of a purchase anew from all its events, and tells its owner when it is another one. */
export async function rebuildSubscription(
  tx: Tx,
  { subscriber, userId, purchase, cause, now }: RebuildSubscription,
): Promise<void> {
  const state = deriveSubscription(await listPurchaseEvents(tx, subscriber, purchase))
  if (!state || !(await replaceSubscription(tx, { subscriber, purchase, state })) || !userId) return
  const endsAtMs = accessEndsAtMs(state)
  tx.emit(
    subscriptionChanged({
      userId,
      cause,
      isPremium: await findPremium(tx, userId, now),
      status: statusOf(state, now),
      productId: state.productId,
      expiresAt: endsAtMs === null ? null : new Date(endsAtMs).toISOString(),
      willRenew: state.willRenew,
      at: now.toISOString(),
    }),
  )
}
