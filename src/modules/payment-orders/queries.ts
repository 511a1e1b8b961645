import type { Hex } from 'viem'
import type { OrderId, OrderStatus } from '../../events/payment-orders.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Collection } from '../payment-providers/public/provider.ts'
import type { Order } from './public/order.ts'
import type { Quote } from './quotes/queries.ts'
import type { QuoteId } from './quotes/quote-pricing.ts'

interface NewOrder extends Pick<Order, 'id' | 'status' | 'method' | 'recipient' | 'expiresAt'> {
  quote: Quote
  nextPollAt: Date | null
  now: Date
}

export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { quote } = order
  await tx`
    insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
      token_amount, rate, fee, method, recipient, created_at, updated_at, expires_at, next_poll_at)
    values (${order.id}, ${quote.id}, ${quote.userId}, ${quote.direction}, ${order.status}, ${quote.provider},
      ${quote.fiatCurrency}, ${quote.fiatAmount}, ${quote.asset}, ${quote.tokenAmount}, ${quote.rate}, ${quote.fee},
      ${order.method}, ${order.recipient}::jsonb, ${order.now}, ${order.now}, ${order.expiresAt}, ${order.nextPollAt})`
}

export async function findOrder(db: Db, id: OrderId, userId?: UserId): Promise<Order | undefined> {
  const [row] = await db<Order>`
    select * from payment_order_row
    where id = ${id} and (${userId ?? null}::uuid is null or "userId" = ${userId ?? null}::uuid)`
  return row
}

/** Returns the order that consumed the quote. */
export async function findOrderByQuote(db: Db, quoteId: QuoteId, userId: UserId): Promise<Order | undefined> {
  const [row] = await db<Order>`
    select * from payment_order_row where "quoteId" = ${quoteId} and "userId" = ${userId}`
  return row
}

/** Locks the order until commit. */
export async function lockOrder(tx: Tx, id: OrderId): Promise<Order | undefined> {
  const [locked] = await tx<{ id: OrderId }>`select id from payment_order where id = ${id} for no key update`
  return locked ? findOrder(tx, id) : undefined
}

/** Changes the status if it is still `from`. Erases the recipient of a deleted user if the order is closed. */
export async function updateStatus(
  tx: Tx,
  change: { id: OrderId; from: OrderStatus; to: OrderStatus; isClosed: boolean; now: Date },
): Promise<boolean> {
  const { id, from, to, isClosed, now } = change
  const rows = await tx`
    update payment_order set status = ${to}, updated_at = ${now}, poll_attempts = 0, review_note = null,
      recipient = case when erase_contact_when_closed and ${isClosed} then null else recipient end,
      account_details = case when erase_contact_when_closed and ${isClosed} then null else account_details end
    where id = ${id} and status = ${from} returning id`
  return rows.length > 0
}

export async function insertTransition(
  tx: Tx,
  { orderId, from, status, cause, at }: OrderTransition,
): Promise<void> {
  await tx`
    insert into payment_order_transition (id, order_id, from_status, to_status, reason, at)
    values (${newId()}, ${orderId}, ${from}, ${status}, ${cause}, ${at})`
}

export async function updateDetails(tx: Tx, id: OrderId, details: Omit<Collection, 'state'>): Promise<void> {
  await tx`
    update payment_order set provider_order_id = ${details.providerOrderId},
      payment_url = coalesce(${details.paymentUrl ?? null}, payment_url),
      -- The provider may respond after the account was deleted.
      account_details = case
        when erase_contact_when_closed and payment_order_is_closed(direction, status) then null
        else coalesce(${details.accountDetails ?? null}::jsonb, account_details) end,
      received_amount = coalesce(${details.receivedAmount ?? null}, received_amount),
      expires_at = coalesce(${details.expiresAt ?? null}, expires_at)
    where id = ${id}`
}

/** Sets the time of the next provider poll. A poll that is running does not overwrite an earlier time. */
export async function updateNextPollAt(tx: Tx, id: OrderId, nextPollAt: Date | null): Promise<void> {
  await tx`update payment_order set next_poll_at = ${nextPollAt} where id = ${id}`
}

export async function updateCollected(
  tx: Tx,
  { id, transactionHash, now }: { id: OrderId; transactionHash: Hex; now: Date },
): Promise<void> {
  await tx`
    update payment_order set tokens_collected_at = ${now}, transaction_hash = ${transactionHash}
    where id = ${id} and tokens_collected_at is null`
}

export async function updateTransactionHash(tx: Tx, id: OrderId, hash: Hex): Promise<void> {
  await tx`update payment_order set transaction_hash = coalesce(transaction_hash, ${hash}) where id = ${id}`
}

export async function updateReviewNote(tx: Tx, id: OrderId, reviewNote: string): Promise<void> {
  await tx`update payment_order set review_note = ${reviewNote.slice(0, 300)} where id = ${id}`
}

export async function updateTakenBack(
  tx: Tx,
  id: OrderId,
  { takenBack, shortfall }: { takenBack: bigint; shortfall: bigint },
): Promise<void> {
  await tx`update payment_order set taken_back = ${takenBack}, shortfall = ${shortfall} where id = ${id}`
}

export async function updateRefundedByHand(tx: Tx, id: OrderId): Promise<void> {
  await tx`update payment_order set is_refunded_by_hand = true where id = ${id}`
}

/** Lists open orders of tokens. */
export function listOpenTokenOrders(db: Db): Promise<OpenTokenOrder[]> {
  return db<OpenTokenOrder>`
    select id, direction, status, asset, token_amount as "tokenAmount" from payment_order
    where asset = 'CHAIN_USDT' and not payment_order_is_closed(direction, status)`
}

type OpenTokenOrder = Pick<Order, 'id' | 'direction' | 'status' | 'asset' | 'tokenAmount'>

export interface OrderTransition {
  orderId: OrderId
  from: OrderStatus | null
  status: OrderStatus
  cause: string
  at: Date
}

/** Lists the transitions of these orders, the oldest first. */
export function listTransitions(db: Db, orderIds: OrderId[]): Promise<OrderTransition[]> {
  return db<OrderTransition>`
    select order_id as "orderId", from_status as "from", to_status as status, reason as cause, at
    from payment_order_transition where order_id = any(${orderIds}::uuid[]) order by id`
}

/** Erases the recipients of closed orders, and marks the open ones for erasure when they close. */
export async function eraseRecipients(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    update payment_order set erase_contact_when_closed = true,
      recipient = case when payment_order_is_closed(direction, status) then null else recipient end,
      account_details = case when payment_order_is_closed(direction, status) then null else account_details end
    where user_id = ${userId}`
}

/** Locks the unpaid orders of a user until commit. */
export async function lockUnpaidOrders(tx: Tx, userId: UserId): Promise<OrderId[]> {
  const rows = await tx<{ id: OrderId }>`
    select id from payment_order where user_id = ${userId} and status = 'PENDING_PAYMENT'
    order by id for no key update`
  return rows.map(({ id }) => id)
}

/** Returns the reserved amount and how often a part of it was released. Must be read before the balance on the chain. */
export async function findTokenReservation(db: Db, userId: UserId) {
  const [row] = await db<{ reserved: bigint; releaseCount: bigint }>`
    select reserved, release_count as "releaseCount" from token_reservation where user_id = ${userId}`
  return row ?? { reserved: 0n, releaseCount: 0n }
}

/** Returns false if the balance is too small, or if tokens were released after the balance was read. */
export async function reserveTokens(
  tx: Tx,
  reservation: { userId: UserId; amount: bigint; balance: bigint; releaseCount: bigint },
): Promise<boolean> {
  const { userId, amount, balance, releaseCount } = reservation
  const rows = await tx`
    insert into token_reservation as known (user_id, reserved)
    select ${userId}::uuid, ${amount}::bigint
    where ${amount}::bigint <= ${balance}::bigint and ${releaseCount}::bigint >= 0
    on conflict (user_id) do update set reserved = known.reserved + excluded.reserved
    where known.reserved + excluded.reserved <= ${balance}::bigint and known.release_count = ${releaseCount}::bigint
    returning user_id`
  return rows.length > 0
}

export async function releaseTokens(tx: Tx, userId: UserId, amount: bigint): Promise<void> {
  await tx`
    update token_reservation set reserved = reserved - ${amount}::bigint, release_count = release_count + 1
    where user_id = ${userId}`
}
