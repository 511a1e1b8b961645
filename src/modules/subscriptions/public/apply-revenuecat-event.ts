import type { Db } from '../../../platform/db/database.ts'
import { isId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findDeletionState } from '../../accounts/public/user-status.ts'
import { deleteSubscriberData, findTransferFrom, lockSubscribers } from '../queries.ts'
import { recordPurchaseEvent } from '../record-purchase-event.ts'
import { transferPurchases } from '../transfer-purchases.ts'
import {
  isPurchaseEvent,
  purchaseIdOf,
  type RevenueCatEvent,
  RevenueCatSchema,
  toPurchaseEvent,
} from './revenuecat-event.ts'

export interface RevenueCatOptions {
  /** Whether an account with this id is there; `app/` hands it in. */
  isKnownUser(db: Db, userId: UserId): Promise<boolean>
  /** In production nobody gets in by a purchase that cost nothing. */
  acceptsSandbox: boolean
}

export interface ApplyResult {
  state: 'APPLIED' | 'IGNORED'
  note: string
  userId?: UserId
}

/** Makes of an event of RevenueCat what it means for somebody's access. Order and repetition make no difference. */
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
    return ignored(tx, names, 'A purchase of the sandbox opens nothing in production.')
  if (event.type === 'TRANSFER') return applyTransfer(tx, options, event, now)
  if (!isPurchaseEvent(event)) return ignored(tx, names, `Nothing follows from ${event.type}.`)

  const named = await findSubscriber(tx, options, names)
  if (!named) return { state: 'IGNORED', note: 'It names no subscriber.' }
  await lockSubscribers(tx, [named])
  const subscriber = await ownerSince(tx, named, event.event_timestamp_ms)
  if (subscriber !== named) await lockSubscribers(tx, [subscriber])
  const userId = await knownUser(tx, options, subscriber)
  const account = await findSubscriberAccount(tx, [subscriber])
  if (account?.isDeleted)
    return { state: 'IGNORED', note: "The subscriber's account is deleted.", userId: account.userId }
  const isNew = await recordPurchaseEvent(tx, {
    subscriber,
    userId,
    purchase: purchaseIdOf(event),
    event: toPurchaseEvent(event),
    now,
  })
  if (!isNew) return { state: 'IGNORED', note: 'Duplicate event.', ...withUser(account) }
  return account
    ? { state: 'APPLIED', note: `${event.type} applied.`, userId: account.userId }
    : { state: 'APPLIED', note: `${event.type} applied to unknown subscriber ${subscriber}.` }
}

/** Nothing follows; but whom it is about is known, because it goes when they go. */
async function ignored(tx: Tx, names: string[], note: string): Promise<ApplyResult> {
  return {
    state: 'IGNORED',
    note,
    ...withUser(await findSubscriberAccount(tx, names.map(normalizeSubscriber))),
  }
}

interface SubscriberAccount {
  userId: UserId
  isDeleted: boolean
}

/** Whose account one of the names is, also of somebody who is suspended or gone. */
async function findSubscriberAccount(tx: Tx, names: string[]): Promise<SubscriberAccount | undefined> {
  const [found] = await findDeletionState(tx, names.filter(isId) as UserId[])
  return found && { userId: found[0], ...found[1] }
}

function withUser(account: SubscriberAccount | undefined): { userId?: UserId } {
  return account ? { userId: account.userId } : {}
}

async function applyTransfer(
  tx: Tx,
  options: RevenueCatOptions,
  event: RevenueCatEvent,
  now: Date,
): Promise<ApplyResult> {
  const to = await findSubscriber(tx, options, event.transferred_to ?? [])
  const from = [...new Set((event.transferred_from ?? []).map(normalizeSubscriber))].filter(
    (name) => name !== to,
  )
  if (!to || from.length === 0)
    return { state: 'IGNORED', note: 'It does not name both who had the purchases and who has them now.' }
  await lockSubscribers(tx, [...from, to])
  const owner = await ownerSince(tx, to, event.event_timestamp_ms + 1)
  const isNew = await transferPurchases(tx, {
    transfer: { id: event.id, atMs: event.event_timestamp_ms, from, to },
    owner,
    knownUser: (subscriber) => knownUser(tx, options, subscriber),
    now,
  })
  const account = await findSubscriberAccount(tx, [to])
  const last = await findSubscriberAccount(tx, [owner])
  // What goes to somebody who has left is noted nowhere.
  if (last?.isDeleted) await deleteSubscriberData(tx, last.userId)
  const note = isNew ? `Purchases went from ${from.join(', ')} to ${owner}.` : 'Duplicate event.'
  return { state: isNew ? 'APPLIED' : 'IGNORED', note, ...withUser(account) }
}

/** A user of ours when one of the names is one, whichever; else the first name. */
async function findSubscriber(
  tx: Tx,
  options: RevenueCatOptions,
  names: string[],
): Promise<string | undefined> {
  const written = [...new Set(names.map(normalizeSubscriber))]
  for (const name of written) if (await knownUser(tx, options, name)) return name
  return written[0]
}

/** Ids come in either case; other names are what they are. */
function normalizeSubscriber(name: string): string {
  return isId(name.toLowerCase()) ? name.toLowerCase() : name
}

async function knownUser(tx: Tx, options: RevenueCatOptions, name: string): Promise<UserId | undefined> {
  if (!isId(name)) return undefined
  return (await options.isKnownUser(tx, name as UserId)) ? (name as UserId) : undefined
}

/** Who has, by all transfers since, what somebody bought at a moment. */
async function ownerSince(tx: Tx, subscriber: string, atMs: number): Promise<string> {
  let owner = subscriber
  let fromMs = atMs
  for (;;) {
    const transfer = await findTransferFrom(tx, owner, fromMs)
    if (!transfer) return owner
    owner = transfer.to
    fromMs = Number(transfer.atMs) + 1
  }
}
