import type { OrderId, OrderStatus } from '../../../events/payment-orders.ts'
import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findOrder, listTransitions, type OrderTransition } from '../queries.ts'
import type { Order } from './order.ts'

interface OrderPage {
  orders: Order[]
  total: number
}

interface PageRequest {
  status?: OrderStatus | undefined
  page: number
  limit: number
}

/** Lists the orders of a user. The newest order is first: ids grow with time. */
export async function listOwnOrders(
  db: Db,
  userId: UserId,
  { status, page, limit }: PageRequest,
): Promise<OrderPage> {
  const [orders, [row]] = await Promise.all([
    db<Order>`
      select * from payment_order_row
      where "userId" = ${userId} and (${status ?? null}::text is null or status = ${status ?? null}::text)
      order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`
      select count(*)::integer as total from payment_order
      where user_id = ${userId} and (${status ?? null}::text is null or status = ${status ?? null}::text)`,
  ])
  return { orders, total: row!.total }
}

interface OrderFilter extends PageRequest {
  userId?: UserId | undefined
  provider?: string | undefined
  /** Included. */
  from?: Date | undefined
  /** Not included. */
  to?: Date | undefined
}

const COUNT_LIMIT = 10_000

/** Lists the orders of all users, for operators, and counts at most `COUNT_LIMIT` of them. */
export async function listAllOrders(
  db: Db,
  { userId, status, provider, from, to, page, limit }: OrderFilter,
): Promise<OrderPage> {
  const [orders, [row]] = await Promise.all([
    db<Order>`
      select * from payment_order_row
      where (${userId ?? null}::uuid is null or "userId" = ${userId ?? null}::uuid)
        and (${status ?? null}::text is null or status = ${status ?? null}::text)
        and (${provider ?? null}::text is null or provider = ${provider ?? null}::text)
        and (${from ?? null}::timestamptz is null or "createdAt" >= ${from ?? null}::timestamptz)
        and (${to ?? null}::timestamptz is null or "createdAt" < ${to ?? null}::timestamptz)
      order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`
      select count(*)::integer as total from (
        select from payment_order
        where (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
          and (${status ?? null}::text is null or status = ${status ?? null}::text)
          and (${provider ?? null}::text is null or provider = ${provider ?? null}::text)
          and (${from ?? null}::timestamptz is null or created_at >= ${from ?? null}::timestamptz)
          and (${to ?? null}::timestamptz is null or created_at < ${to ?? null}::timestamptz)
        limit ${COUNT_LIMIT}
      ) found`,
  ])
  return { orders, total: row!.total }
}

/** Counts the orders that wait for a decision, up to a limit, with the last change of the oldest one. */
export async function countReviews(db: Db, limit: number) {
  const [row] = await db<{ count: number; oldestAt: Date | null }>`
    select count(*)::integer as count, min(updated_at) as "oldestAt" from (
      select updated_at from payment_order where status = 'UNDER_REVIEW' order by id limit ${limit}
    ) waiting`
  return row!
}

/** The orders with this id, or with this reference at their provider, which is unique there. */
export function findOrders(db: Db, { id, reference }: { id: OrderId | null; reference: string }) {
  // Two branches, so that each uses its own index.
  return db<Order>`
    select * from payment_order_row where id = ${id}::uuid
    union all
    select * from payment_order_row where "providerOrderId" = ${reference} and id is distinct from ${id}::uuid`
}

/** Returns an order with its history; throws `not_found` if it is not an order of `userId`, where one is given. */
export async function getOrder(
  db: Db,
  id: OrderId,
  userId?: UserId,
): Promise<{ order: Order; history: OrderTransition[] }> {
  const [order, history] = await Promise.all([findOrder(db, id, userId), listTransitions(db, [id])])
  if (!order) throw commonErrors.not_found()
  return { order, history }
}

export interface OrderDay {
  day: string
  direction: string
  provider: string
  asset: string
  currency: string
  orders: number
  /** In smallest units, as text. */
  amount: string
  fees: string
  /** Completed orders that are not completed any more, such as refunded ones. */
  reversed: number
  reversedAmount: string
}

/**
 * Sums the orders that the first `limit` transitions after an id completed, or reversed after their completion, by day (UTC),
 * and returns the last id.
 */
export async function sumOrderOutcomes(
  db: Db,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<{ days: OrderDay[]; count: number; lastId: string | undefined }> {
  const [batch] = await db<{ count: number; lastId: string | null }>`
    select count(*)::int as count, max(id::text) as "lastId" from (
      select id from payment_order_transition
      where id > ${after}::uuid and id < ${before}::uuid order by id limit ${limit}
    ) fresh`
  if (!batch?.lastId) return { days: [], count: 0, lastId: undefined }
  const days = await db<OrderDay>`
    select at::date::text as day, direction, provider, asset, fiat_currency as currency,
      count(*) filter (where to_status = 'COMPLETED')::int as orders,
      coalesce(sum(fiat_amount) filter (where to_status = 'COMPLETED'), 0)::text as amount,
      coalesce(sum(fee) filter (where to_status = 'COMPLETED'), 0)::text as fees,
      count(*) filter (where from_status = 'COMPLETED')::int as reversed,
      coalesce(sum(fiat_amount) filter (where from_status = 'COMPLETED'), 0)::text as "reversedAmount"
    from payment_order_transition transition
      -- The limit makes it one lookup by key for each transition.
      cross join lateral (select * from payment_order where payment_order.id = order_id limit 1) paid
    where transition.id > ${after}::uuid and transition.id <= ${batch.lastId}::uuid
      and (to_status = 'COMPLETED') <> coalesce(from_status = 'COMPLETED', false)
    group by 1, 2, 3, 4, 5`
  return { days, count: batch.count, lastId: batch.lastId }
}
