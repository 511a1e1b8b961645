import { subscriptionChanged } from '../../events/subscriptions.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { hasPremium } from './public/has-premium.ts'
import { insertPurchaseEvent, listPurchaseEvents, replaceSubscription } from './queries.ts'
import { accessEndsAtMs, deriveSubscription, type PurchaseEvent, statusOf } from './subscription.ts'

interface RecordPurchaseEvent {
  subscriber: string
  /** The subscriber, if it is an active user. */
  userId: UserId | undefined
  purchase: string
  event: PurchaseEvent
  now: Date
}

/** Stores the event and rebuilds the subscription of its purchase. Returns false for a duplicate event. */
export async function recordPurchaseEvent(
  tx: Tx,
  { subscriber, userId, purchase, event, now }: RecordPurchaseEvent,
): Promise<boolean> {
  if (!(await insertPurchaseEvent(tx, { subscriber, purchase, event }))) return false
  await rebuildSubscription(tx, { subscriber, userId, purchase, cause: event.type, now })
  return true
}

interface RebuildSubscription extends Omit<RecordPurchaseEvent, 'event'> {
  cause: string
}

/** Derives the subscription from all events of its purchase. Emits `subscription_changed` if it changed. */
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
      isPremium: await hasPremium(tx, userId, now),
      status: statusOf(state, now),
      productId: state.productId,
      expiresAt: endsAtMs === null ? null : new Date(endsAtMs).toISOString(),
      willRenew: state.willRenew,
      at: now.toISOString(),
    }),
  )
}
