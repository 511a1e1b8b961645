import type { Db } from '../../platform/db/database.ts'
import { isId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { listLeftUsers } from '../identity/accounts/list-left-users.ts'
import { findTransferFrom, lockSubscribers } from './queries.ts'
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
    return ignored(tx, rules, names, 'A purchase of the sandbox opens nothing in production.')
  if (event.type === 'TRANSFER') return applyTransfer(tx, rules, event, now)
  if (!isPurchaseEvent(event)) return ignored(tx, rules, names, `Nothing follows from ${event.type}.`)

  const named = await findSubscriber(tx, rules, names)
  if (!named) return { state: 'IGNORED', note: 'It names no subscriber.' }
  await lockSubscribers(tx, [named])
  const subscriber = await ownerSince(tx, named, event.event_timestamp_ms)
  if (subscriber !== named) await lockSubscribers(tx, [subscriber])
  const userId = await knownUser(tx, rules, subscriber)
  const left = userId ? undefined : await findLeft(tx, [subscriber])
  if (left) return { state: 'IGNORED', note: 'Its subscriber has left.', userId: left }
  const isNew = await recordPurchaseEvent(tx, {
    subscriber,
    userId,
    purchase: purchaseNameOf(event),
    event: purchaseEventOf(event),
    now,
  })
  if (!isNew) return { state: 'IGNORED', note: 'It was told before.', ...(userId && { userId }) }
  return userId
    ? { state: 'APPLIED', note: `${event.type} was noted.`, userId }
    : { state: 'APPLIED', note: `${event.type} was noted for ${subscriber}, whom nobody here is.` }
}

/** Nothing follows; but whom it is about is known, because it goes when they go. */
async function ignored(tx: Tx, rules: SubscriberRules, names: string[], note: string): Promise<Applied> {
  const written = names.map(asWritten)
  for (const name of written) {
    const userId = await knownUser(tx, rules, name)
    if (userId) return { state: 'IGNORED', note, userId }
  }
  const left = await findLeft(tx, written)
  return { state: 'IGNORED', note, ...(left && { userId: left }) }
}

async function findLeft(tx: Tx, names: string[]): Promise<UserId | undefined> {
  const [left] = await listLeftUsers(tx, names.filter(isId) as UserId[])
  return left
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
  const userId = await knownUser(tx, rules, to)
  const note = isNew ? `Purchases went from ${from.join(', ')} to ${owner}.` : 'It was told before.'
  return { state: isNew ? 'APPLIED' : 'IGNORED', note, ...(userId && { userId }) }
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
