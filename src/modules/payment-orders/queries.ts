import type { Hex } from 'viem'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { PaymentMethod } from '../payment-providers/public/payment-method.ts'
import type {
  AccountDetails,
  Order,
  OrderId,
  OrderStatus,
  QuoteId,
  RecipientDetails,
} from './public/order.ts'
import type { Quote } from './quotes/queries.ts'

export interface NewOrder {
  id: OrderId
  quote: Quote
  status: OrderStatus
  method: PaymentMethod
  recipient: RecipientDetails
  expiresAt: Date | null
  nextPollAt: Date | null
  now: Date
}

export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { quote } = order
  await tx`
    insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
      token_amount, rate, fee, method, contact, created_at, updated_at, expires_at, next_poll_at)
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

/** What somebody's quote was used up for. */
export async function findOrderByQuote(db: Db, quoteId: QuoteId, userId: UserId): Promise<Order | undefined> {
  const [row] = await db<Order>`
    select * from payment_order_row where "quoteId" = ${quoteId} and "userId" = ${userId}`
  return row
}

/** Holds the order until the commit. */
export async function lockOrder(tx: Tx, id: OrderId): Promise<Order | undefined> {
  const [locked] = await tx<{ id: OrderId }>`select id from payment_order where id = ${id} for no key update`
  return locked ? findOrder(tx, id) : undefined
}

export async function updateStatus(
  tx: Tx,
  { id, from, to, now }: { id: OrderId; from: OrderStatus; to: OrderStatus; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update payment_order set status = ${to}, updated_at = ${now}, tries = 0, attention = null,
      contact = case
        when erase_contact_when_closed and (${to} in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED')
          or (${to} = 'FAILED' and status = 'PENDING_PAYMENT')) then null else contact end,
      account_details = case
        when erase_contact_when_closed and (${to} in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED')
          or (${to} = 'FAILED' and status = 'PENDING_PAYMENT')) then null else account_details end
    where id = ${id} and status = ${from} returning id`
  return rows.length > 0
}

export async function insertTransition(
  tx: Tx,
  transition: {
    id: string
    orderId: OrderId
    from: OrderStatus | null
    to: OrderStatus
    cause: string
    now: Date
  },
): Promise<void> {
  await tx`
    insert into payment_order_transition (id, order_id, from_status, to_status, cause, at)
    values (${transition.id}, ${transition.orderId}, ${transition.from}, ${transition.to}, ${transition.cause}, ${transition.now})`
}

export async function updateDetails(
  tx: Tx,
  id: OrderId,
  details: {
    providerOrderId: string
    paymentUrl?: string
    accountDetails?: AccountDetails
    receivedAmount?: bigint
    expiresAt?: Date
  },
): Promise<void> {
  await tx`
    update payment_order set provider_order_id = ${details.providerOrderId},
      payment_url = coalesce(${details.paymentUrl ?? null}, payment_url),
      -- The answer of a provider may come after its buyer has left.
      account_details = case
        when erase_contact_when_closed and (status in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED')
          or (status = 'FAILED' and direction = 'ON_RAMP')) then null
        else coalesce(${details.accountDetails ?? null}::jsonb, account_details) end,
      received_amount = coalesce(${details.receivedAmount ?? null}, received_amount),
      expires_at = coalesce(${details.expiresAt ?? null}, expires_at)
    where id = ${id}`
}

/** The provider is to be asked at that time; nothing is lost when somebody is asking just now. */
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
  await tx`update payment_order set attention = ${reviewNote.slice(0, 300)} where id = ${id}`
}

interface OrderPage {
  status: OrderStatus | null
  limit: number
  offset: number
}

/** Newest first: their ids are in the order of their making. */
export async function listUserOrders(
  db: Db,
  userId: UserId,
  { status, limit, offset }: OrderPage,
): Promise<{ orders: Order[]; total: number }> {
  const [orders, [row]] = await Promise.all([
    db<Order>`
      select * from payment_order_row
      where "userId" = ${userId} and (${status}::text is null or status = ${status}::text)
      order by id desc limit ${limit} offset ${offset}`,
    db<{ total: number }>`
      select count(*)::integer as total from payment_order
      where user_id = ${userId} and (${status}::text is null or status = ${status}::text)`,
  ])
  return { orders, total: row!.total }
}

/** Nobody turns so many pages. */
const COUNT_LIMIT = 10_000

/** Everybody's. Thousands are not counted off. */
export async function listOrderRows(
  db: Db,
  { status, limit, offset }: OrderPage,
): Promise<{ orders: Order[]; total: number }> {
  const [orders, [row]] = await Promise.all([
    db<Order>`
      select * from payment_order_row where ${status}::text is null or status = ${status}::text
      order by id desc limit ${limit} offset ${offset}`,
    db<{ total: number }>`
      select count(*)::integer as total from (
        select from payment_order where ${status}::text is null or status = ${status}::text limit ${COUNT_LIMIT}
      ) found`,
  ])
  return { orders, total: row!.total }
}

/** Orders whose tokens are neither where they came from nor where they go. */
export function listEscrowedTokens(db: Db): Promise<{ id: OrderId; tokenAmount: bigint }[]> {
  return db<{ id: OrderId; tokenAmount: bigint }>`
    select id, token_amount as "tokenAmount" from payment_order
    where asset = 'CHAIN_USDT'
      and (status in ('PROCESSING', 'PAYOUT_SENT') or (status = 'FAILED' and direction = 'OFF_RAMP'))`
}

export interface OrderTransition {
  from: OrderStatus | null
  status: OrderStatus
  cause: string
  at: Date
}

export function listTransitions(db: Db, orderId: OrderId): Promise<OrderTransition[]> {
  return db<OrderTransition>`
    select from_status as "from", to_status as status, cause, at from payment_order_transition
    where order_id = ${orderId} order by id`
}

/** Those of all orders of a user, and which order each is of. */
export function listTransitionsOfUser(
  db: Db,
  userId: UserId,
): Promise<(OrderTransition & { orderId: OrderId })[]> {
  return db<OrderTransition & { orderId: OrderId }>`
    select order_id as "orderId", from_status as "from", to_status as status, cause, at from payment_order_transition
    where order_id in (select id from payment_order where user_id = ${userId}) order by id`
}

/** An on-ramp that failed rests there: nobody was paid and nobody will be. */
export async function eraseRecipients(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    update payment_order set erase_contact_when_closed = true,
      contact = case when status in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED')
        or (status = 'FAILED' and direction = 'ON_RAMP') then null else contact end,
      account_details = case when status in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED')
        or (status = 'FAILED' and direction = 'ON_RAMP') then null else account_details end
    where user_id = ${userId}`
}

/** Those that stay unpaid until the commit: one that is being paid in this moment is not among them. */
export async function lockUnpaidOrders(tx: Tx, userId: UserId): Promise<OrderId[]> {
  const rows = await tx<{ id: OrderId }>`
    select id from payment_order where user_id = ${userId} and status = 'PENDING_PAYMENT'
    order by id for no key update`
  return rows.map(({ id }) => id)
}
