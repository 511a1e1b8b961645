import type { Db } from '../../platform/db/database.ts'
import { isId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { listHolders } from '../identity/accounts/list-holders.ts'
import { deleteSubscriber, findTransferFrom, lockSubscribers } from './queries.ts'
import { recordPurchaseEvent } from './record-purchase-event.ts'
import {
  isPurchaseEvent,
  purchaseEventOf,
  purchaseNameOf,
  type RevenueCatEvent,
  RevenueCatSchema,
} from './revenuecat-event.ts'
import { transferPurchases } from './transfer-purchases.ts'

export interface SubscriberRules {
  /** Whether an account with this id is there; `app/` hands it in. */
  isKnownUser(db: Db, userId: UserId): Promise<boolean>
  /** In production nobody gets in by a purchase that cost nothing. */
  takesSandbox: boolean
}

export interface Applied {
  state: 'APPLIED' | 'IGNORED'
  note: string
  userId?: UserId
}

/** Makes of an event of RevenueCat what it means for somebody's access. Order and repetition make no difference. */
export async function applyRevenueCatEvent(
  tx: Tx,
  rules: SubscriberRules,
  body: unknown,
  now: Date,
): Promise<Applied> {
  const { event } = RevenueCatSchema.parse(body)
  const names = [event.app_user_id, event.original_app_user_id, ...(event.aliases ?? [])].flatMap(
    (name) => name ?? [],
  )
  if (event.environment === 'SANDBOX' && !rules.takesSandbox)
    return ignored(tx, names, 'A purchase of the sandbox opens nothing in production.')
  if (event.type === 'TRANSFER') return applyTransfer(tx, rules, event, now)
  if (!isPurchaseEvent(event)) return ignored(tx, names, `Nothing follows from ${event.type}.`)

  const named = await findSubscriber(tx, rules, names)
  if (!named) return { state: 'IGNORED', note: 'It names no subscriber.' }
  await lockSubscribers(tx, [named])
  const subscriber = await ownerSince(tx, named, event.event_timestamp_ms)
  if (subscriber !== named) await lockSubscribers(tx, [subscriber])
  const userId = await knownUser(tx, rules, subscriber)
  const holder = await findHolder(tx, [subscriber])
  if (holder?.hasLeft) return { state: 'IGNORED', note: 'Its subscriber has left.', userId: holder.userId }
  const isNew = await recordPurchaseEvent(tx, {
    subscriber,
    userId,
    purchase: purchaseNameOf(event),
    event: purchaseEventOf(event),
    now,
  })
  if (!isNew) return { state: 'IGNORED', note: 'It was told before.', ...withUser(holder) }
  return holder
    ? { state: 'APPLIED', note: `${event.type} was noted.`, userId: holder.userId }
    : { state: 'APPLIED', note: `${event.type} was noted for ${subscriber}, whom nobody here is.` }
}

/** Nothing follows; but whom it is about is known, because it goes when they go. */
async function ignored(tx: Tx, names: string[], note: string): Promise<Applied> {
  return { state: 'IGNORED', note, ...withUser(await findHolder(tx, names.map(asWritten))) }
}

interface Holder {
  userId: UserId
  hasLeft: boolean
}

/** Whose account one of the names is, also of somebody who is suspended or gone. */
async function findHolder(tx: Tx, names: string[]): Promise<Holder | undefined> {
  const [found] = await listHolders(tx, names.filter(isId) as UserId[])
  return found && { userId: found[0], ...found[1] }
}

function withUser(holder: Holder | undefined): { userId?: UserId } {
  return holder ? { userId: holder.userId } : {}
}

async function applyTransfer(
  tx: Tx,
  rules: SubscriberRules,
  event: RevenueCatEvent,
  now: Date,
): Promise<Applied> {
  const to = await findSubscriber(tx, rules, event.transferred_to ?? [])
  const from = [...new Set((event.transferred_from ?? []).map(asWritten))].filter((name) => name !== to)
  if (!to || from.length === 0)
    return { state: 'IGNORED', note: 'It does not name both who had the purchases and who has them now.' }
  await lockSubscribers(tx, [...from, to])
  const owner = await ownerSince(tx, to, event.event_timestamp_ms + 1)
  const isNew = await transferPurchases(tx, {
    transfer: { id: event.id, atMs: event.event_timestamp_ms, from, to },
    owner,
    knownUser: (subscriber) => knownUser(tx, rules, subscriber),
    now,
  })
  const holder = await findHolder(tx, [to])
  const last = await findHolder(tx, [owner])
  // What goes to somebody who has left is noted nowhere.
  if (last?.hasLeft) await deleteSubscriber(tx, last.userId)
  const note = isNew ? `Purchases went from ${from.join(', ')} to ${owner}.` : 'It was told before.'
  return { state: isNew ? 'APPLIED' : 'IGNORED', note, ...withUser(holder) }
}

/** A user of ours when one of the names is one, whichever; else the first name. */
async function findSubscriber(tx: Tx, rules: SubscriberRules, names: string[]): Promise<string | undefined> {
  const written = [...new Set(names.map(asWritten))]
  for (const name of written) if (await knownUser(tx, rules, name)) return name
  return written[0]
}

/** Ids come in either case; other names are what they are. */
function asWritten(name: string): string {
  return isId(name.toLowerCase()) ? name.toLowerCase() : name
}

async function knownUser(tx: Tx, rules: SubscriberRules, name: string): Promise<UserId | undefined> {
  if (!isId(name)) return undefined
  return (await rules.isKnownUser(tx, name as UserId)) ? (name as UserId) : undefined
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
