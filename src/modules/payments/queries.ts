import type { Hex } from 'viem'
import type { Db } from '../../platform/db/database.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import type { PaymentMethod } from './method.ts'
import type { AccountDetails, Contact, Order, OrderId, OrderStatus, QuoteId, Terms } from './orders/order.ts'

export interface Quote extends Terms {
  id: QuoteId
  userId: UserId
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export async function insertQuote(tx: Tx, quote: Omit<Quote, 'usedAt'>): Promise<void> {
  await tx`
    insert into payment_quote (id, user_id, direction, provider, fiat_currency, fiat_amount, asset, token_amount, rate,
      fee, created_at, expires_at)
    values (${quote.id}, ${quote.userId}, ${quote.direction}, ${quote.provider}, ${quote.fiatCurrency},
      ${quote.fiatAmount}, ${quote.asset}, ${quote.tokenAmount}, ${quote.rate}, ${quote.fee}, ${quote.createdAt},
      ${quote.expiresAt})`
}

/** Of any number who try, one gets it: the row is theirs from here until the commit. */
export async function spendQuoteRow(
  tx: Tx,
  { id, userId, direction, now }: { id: QuoteId; userId: UserId; direction: string; now: Date },
): Promise<Quote | undefined> {
  const [row] = await tx<Quote>`
    update payment_quote set used_at = ${now}
    where id = ${id} and user_id = ${userId} and direction = ${direction} and used_at is null and expires_at > ${now}
    returning id, user_id as "userId", direction, provider, fiat_currency as "fiatCurrency",
      fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee, created_at as "createdAt",
      expires_at as "expiresAt", used_at as "usedAt"`
  return row
}

export async function findQuote(db: Db, id: QuoteId, userId: UserId): Promise<Quote | undefined> {
  const [row] = await db<Quote>`
    select id, user_id as "userId", direction, provider, fiat_currency as "fiatCurrency",
      fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee, created_at as "createdAt",
      expires_at as "expiresAt", used_at as "usedAt"
    from payment_quote where id = ${id} and user_id = ${userId}`
  return row
}

export async function deleteOldQuotes(db: Db, before: Date): Promise<void> {
  await db`delete from payment_quote where used_at is null and expires_at < ${before}`
}

export interface NewOrder {
  id: OrderId
  quote: Quote
  status: OrderStatus
  method: PaymentMethod
  contact: Contact
  expiresAt: Date | null
  checkAt: Date | null
  now: Date
}

export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { quote } = order
  await tx`
    insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
      token_amount, rate, fee, method, contact, created_at, updated_at, expires_at, check_at)
    values (${order.id}, ${quote.id}, ${quote.userId}, ${quote.direction}, ${order.status}, ${quote.provider},
      ${quote.fiatCurrency}, ${quote.fiatAmount}, ${quote.asset}, ${quote.tokenAmount}, ${quote.rate}, ${quote.fee},
      ${order.method}, ${order.contact}::jsonb, ${order.now}, ${order.now}, ${order.expiresAt}, ${order.checkAt})`
}

/** An order as the statements below give it. */
type OrderRow = Order

export async function findOrder(db: Db, id: OrderId, userId?: UserId): Promise<OrderRow | undefined> {
  const [row] = await db<OrderRow>`
    select id, user_id as "userId", quote_id as "quoteId", direction, status, provider,
      fiat_currency as "fiatCurrency", fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee,
      method, contact, provider_order_id as "providerOrderId", payment_url as "paymentUrl",
      account_details as "accountDetails", received_amount as "receivedAmount", collected_at as "collectedAt",
      transaction_hash as "transactionHash", tries, uncertain_until as "uncertainUntil", attention,
      created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
    from payment_order where id = ${id} and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)`
  return row
}

/** Holds the order until the commit. */
export async function lockOrder(tx: Tx, id: OrderId): Promise<OrderRow | undefined> {
  const [held] = await tx<{ id: OrderId }>`select id from payment_order where id = ${id} for no key update`
  return held ? findOrder(tx, id) : undefined
}

/** The order goes to whoever comes first, for a while: two who ask the provider at once might contradict each other. */
export async function claimOrder(
  tx: Tx,
  { id, claimId, until, now }: { id: OrderId; claimId: string; until: Date; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update payment_order set claim_id = ${claimId}, claimed_until = ${until}, check_at = ${until}, tries = tries + 1
    where id = ${id} and check_at is not null and (claimed_until is null or claimed_until <= ${now})
    returning id`
  return rows.length > 0
}

/** The same order, if the claim is still good. */
export async function lockClaimed(tx: Tx, id: OrderId, claimId: string): Promise<OrderRow | undefined> {
  const [held] = await tx`
    select id from payment_order where id = ${id} and claim_id = ${claimId} for no key update`
  return held ? findOrder(tx, id) : undefined
}

/** Says when the order is due next. Whoever wanted it looked at meanwhile, a webhook say, is not forgotten. */
export async function releaseClaim(
  tx: Tx,
  { id, checkAt, uncertainUntil }: { id: OrderId; checkAt: Date | null; uncertainUntil: Date | null },
): Promise<Date | null> {
  const [row] = await tx<{ checkAt: Date | null }>`
    update payment_order set claim_id = null, claimed_until = null, uncertain_until = ${uncertainUntil},
      check_at = case when check_at < claimed_until then check_at else ${checkAt}::timestamptz end
    where id = ${id} returning check_at as "checkAt"`
  return row!.checkAt
}

export async function updateStatus(
  tx: Tx,
  { id, from, to, now }: { id: OrderId; from: OrderStatus; to: OrderStatus; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update payment_order set status = ${to}, updated_at = ${now}, tries = 0, attention = null,
      contact = case
        when forget_contact and ${to} in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED') then null else contact end
    where id = ${id} and status = ${from} returning id`
  return rows.length > 0
}

export async function insertMove(
  tx: Tx,
  move: { id: string; orderId: OrderId; from: OrderStatus | null; to: OrderStatus; cause: string; now: Date },
): Promise<void> {
  await tx`
    insert into payment_move (id, order_id, from_status, to_status, cause, at)
    values (${move.id}, ${move.orderId}, ${move.from}, ${move.to}, ${move.cause}, ${move.now})`
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
      account_details = coalesce(${details.accountDetails ?? null}::jsonb, account_details),
      received_amount = coalesce(${details.receivedAmount ?? null}, received_amount),
      expires_at = coalesce(${details.expiresAt ?? null}, expires_at)
    where id = ${id}`
}

/** The provider is to be asked at that time; nothing is lost when somebody is asking just now. */
export async function updateCheckAt(tx: Tx, id: OrderId, checkAt: Date | null): Promise<void> {
  await tx`update payment_order set check_at = ${checkAt} where id = ${id}`
}

export async function updateCollected(
  tx: Tx,
  { id, transactionHash, now }: { id: OrderId; transactionHash: Hex; now: Date },
): Promise<void> {
  await tx`
    update payment_order set collected_at = ${now}, transaction_hash = ${transactionHash}, check_at = ${now}
    where id = ${id} and collected_at is null`
}

export async function updateTransactionHash(tx: Tx, id: OrderId, hash: Hex): Promise<void> {
  await tx`update payment_order set transaction_hash = coalesce(transaction_hash, ${hash}) where id = ${id}`
}

export async function updateAttention(tx: Tx, id: OrderId, attention: string): Promise<void> {
  await tx`update payment_order set attention = ${attention.slice(0, 300)} where id = ${id}`
}

export async function listDueOrders(db: Db, now: Date, limit: number): Promise<OrderId[]> {
  const rows = await db<{ id: OrderId }>`
    select id from payment_order
    where check_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
    order by check_at limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function listOrderRows(
  db: Db,
  filter: { userId: UserId | null; status: OrderStatus | null; limit: number; offset: number },
): Promise<OrderRow[]> {
  return db<OrderRow>`
    select id, user_id as "userId", quote_id as "quoteId", direction, status, provider,
      fiat_currency as "fiatCurrency", fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee,
      method, contact, provider_order_id as "providerOrderId", payment_url as "paymentUrl",
      account_details as "accountDetails", received_amount as "receivedAmount", collected_at as "collectedAt",
      transaction_hash as "transactionHash", tries, uncertain_until as "uncertainUntil", attention,
      created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
    from payment_order
    where (${filter.userId}::uuid is null or user_id = ${filter.userId}::uuid)
      and (${filter.status}::text is null or status = ${filter.status}::text)
    order by id desc limit ${filter.limit} offset ${filter.offset}`
}

export async function countOrders(
  db: Db,
  { userId, status }: { userId: UserId | null; status: OrderStatus | null },
): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from payment_order
    where (${userId}::uuid is null or user_id = ${userId}::uuid)
      and (${status}::text is null or status = ${status}::text)`
  return row!.total
}

export interface MoveRow {
  from: OrderStatus | null
  status: OrderStatus
  cause: string
  at: Date
}

export function listMoves(db: Db, orderId: OrderId): Promise<MoveRow[]> {
  return db<MoveRow>`
    select from_status as "from", to_status as status, cause, at from payment_move
    where order_id = ${orderId} order by id`
}

/** How much is promised, and how often something left: to be read before the chain is. */
export async function findHold(db: Db, userId: UserId): Promise<{ held: bigint; releases: bigint }> {
  const [row] = await db<{ held: bigint; releases: bigint }>`
    select held, releases from payment_hold where user_id = ${userId}`
  return row ?? { held: 0n, releases: 0n }
}

/** False when it would be more than there is, or when something has left since the chain was read. */
export async function insertHold(
  tx: Tx,
  hold: { userId: UserId; amount: bigint; balance: bigint; releases: bigint },
): Promise<boolean> {
  const { userId, amount, balance, releases } = hold
  const rows = await tx`
    insert into payment_hold as known (user_id, held)
    select ${userId}::uuid, ${amount}::bigint where ${amount}::bigint <= ${balance}::bigint and ${releases}::bigint >= 0
    on conflict (user_id) do update set held = known.held + excluded.held
    where known.held + excluded.held <= ${balance}::bigint and known.releases = ${releases}::bigint
    returning user_id`
  return rows.length > 0
}

export async function releaseHold(tx: Tx, userId: UserId, amount: bigint): Promise<void> {
  await tx`
    update payment_hold set held = held - ${amount}::bigint, releases = releases + 1 where user_id = ${userId}`
}

export async function eraseContacts(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    update payment_order set forget_contact = true,
      contact = case when status in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED') then null else contact end
    where user_id = ${userId}`
}

export async function deleteUnusedQuotes(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from payment_quote where user_id = ${userId} and used_at is null`
}

export async function listUnpaidOrders(tx: Tx, userId: UserId): Promise<OrderId[]> {
  const rows = await tx<{ id: OrderId }>`
    select id from payment_order where user_id = ${userId} and status = 'PENDING_PAYMENT' order by id`
  return rows.map(({ id }) => id)
}

export type MoveId = Id<'PaymentMove'>

/** Open ones, and those that moved since; in the order of their ids. */
export async function listOrdersSince(
  db: Db,
  { since, after, limit }: { since: Date; after: OrderId | undefined; limit: number },
): Promise<OrderRow[]> {
  return db<OrderRow>`
    select id, user_id as "userId", quote_id as "quoteId", direction, status, provider,
      fiat_currency as "fiatCurrency", fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee,
      method, contact, provider_order_id as "providerOrderId", payment_url as "paymentUrl",
      account_details as "accountDetails", received_amount as "receivedAmount", collected_at as "collectedAt",
      transaction_hash as "transactionHash", tries, uncertain_until as "uncertainUntil", attention,
      created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
    from payment_order
    where (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      and (updated_at >= ${since} or status not in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED'))
    order by id limit ${limit}`
}
