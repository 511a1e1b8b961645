import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteSubscriberData, findTransferFrom, lockSubscribers } from '../queries.ts'
import { recordPurchaseEvent } from '../record-purchase-event.ts'
import { findActiveUser, findSubscriber, findSubscriberAccount, normalizeSubscriber } from '../subscriber.ts'
import { transferPurchases } from '../transfer-purchases.ts'
import {
  isPurchaseEvent,
  purchaseIdOf,
  type RevenueCatEvent,
  RevenueCatSchema,
  toPurchaseEvent,
} from './revenuecat-event.ts'

export interface RevenueCatOptions {
  /** False in production: a sandbox purchase costs nothing, so it must not grant premium. */
  acceptsSandbox: boolean
}

export interface ApplyResult {
  state: 'APPLIED' | 'IGNORED'
  note: string
  /** The user whom the event is about. The stored event is erased with this user. */
  userId?: UserId
}

/** Applies an event of RevenueCat to the subscriber's premium. Order and repetition of the events do not matter. */
export async function applyRevenueCatEvent(
  tx: Tx,
  options: RevenueCatOptions,
  body: unknown,
  now: Date,
): Promise<ApplyResult> {
  const { event } = RevenueCatSchema.parse(body)
  const names = [event.app_user_id, event.original_app_user_id, ...(event.aliases ?? [])].flatMap(
    (name) => name ?? [],
  )
  if (event.environment === 'SANDBOX' && !options.acceptsSandbox)
    return ignored(tx, names, 'Sandbox purchases are ignored in production.')
  if (event.type === 'TRANSFER') return applyTransfer(tx, event, now)
  if (!isPurchaseEvent(event)) return ignored(tx, names, `Events of type ${event.type} have no effect.`)

  const named = await findSubscriber(tx, names)
  if (!named) return { state: 'IGNORED', note: 'The event has no subscriber.' }
  await lockSubscribers(tx, [named])
  const subscriber = await findCurrentOwner(tx, named, event.event_timestamp_ms)
  if (subscriber !== named) await lockSubscribers(tx, [subscriber])
  const account = await findSubscriberAccount(tx, [subscriber])
  if (account?.isDeleted)
    return { state: 'IGNORED', note: "The subscriber's account is deleted.", userId: account.userId }
  const isNew = await recordPurchaseEvent(tx, {
    subscriber,
    userId: await findActiveUser(tx, subscriber),
    purchase: purchaseIdOf(event),
    event: toPurchaseEvent(event),
    now,
  })
  if (!isNew) return { state: 'IGNORED', note: 'Duplicate event.', ...withUser(account) }
  return account
    ? { state: 'APPLIED', note: `${event.type} applied.`, userId: account.userId }
    : { state: 'APPLIED', note: `${event.type} applied to unknown subscriber ${subscriber}.` }
}

async function ignored(tx: Tx, names: string[], note: string): Promise<ApplyResult> {
  const account = await findSubscriberAccount(tx, names.map(normalizeSubscriber))
  return { state: 'IGNORED', note, ...withUser(account) }
}

function withUser(account: { userId: UserId } | undefined): { userId?: UserId } {
  return account ? { userId: account.userId } : {}
}

async function applyTransfer(tx: Tx, event: RevenueCatEvent, now: Date): Promise<ApplyResult> {
  const to = await findSubscriber(tx, event.transferred_to ?? [])
  const from = [...new Set((event.transferred_from ?? []).map(normalizeSubscriber))].filter(
    (name) => name !== to,
  )
  if (!to || from.length === 0)
    return { state: 'IGNORED', note: 'The transfer does not name both the old and the new subscriber.' }
  await lockSubscribers(tx, [...from, to])
  const owner = await findCurrentOwner(tx, to, event.event_timestamp_ms + 1)
  const transfer = { id: event.id, atMs: event.event_timestamp_ms, from, to }
  const isNew = await transferPurchases(tx, { transfer, owner, now })
  const account = await findSubscriberAccount(tx, [to])
  const ownerAccount = await findSubscriberAccount(tx, [owner])
  if (ownerAccount?.isDeleted) await deleteSubscriberData(tx, ownerAccount.userId)
  const note = isNew ? `Purchases were transferred from ${from.join(', ')} to ${owner}.` : 'Duplicate event.'
  return { state: isNew ? 'APPLIED' : 'IGNORED', note, ...withUser(account) }
}

/** Follows the transfers since a time to the subscriber who owns the purchases now. */
async function findCurrentOwner(tx: Tx, subscriber: string, atMs: number): Promise<string> {
  let owner = subscriber
  let fromMs = atMs
  for (;;) {
    const transfer = await findTransferFrom(tx, owner, fromMs)
    if (!transfer) return owner
    owner = transfer.to
    fromMs = Number(transfer.atMs) + 1
  }
}
