import type { OrderId, OrderStatus } from '../../../events/payment-orders.ts'
import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import {
  countOrdersUnderReview,
  findOrder,
  listOrderRows,
  listOrdersByReference,
  listTransitions,
  listUserOrders,
  type OrderFilter,
  type OrderPage,
  type OrderTransition,
} from '../queries.ts'
import type { Order } from './order.ts'

interface PageRequest {
  status?: OrderStatus | undefined
  page: number
  limit: number
}

export function listOwnOrders(db: Db, userId: UserId, request: PageRequest): Promise<OrderPage> {
  return listUserOrders(db, userId, toRange(request))
}

/** Lists the orders of all users, for operators. */
export function listAllOrders(
  db: Db,
  { page, limit, ...filter }: OrderFilter & { page: number; limit: number },
): Promise<OrderPage> {
  return listOrderRows(db, filter, { limit, offset: (page - 1) * limit })
}

function toRange({ status, page, limit }: PageRequest) {
  return { status: status ?? null, limit, offset: (page - 1) * limit }
}

/** Counts the orders that wait for a decision, up to a limit. */
export function countReviews(db: Db, limit: number): Promise<{ count: number; oldestAt: Date | null }> {
  return countOrdersUnderReview(db, limit)
}

/** The orders with this id, or with this reference at their provider. */
export function findOrders(
  db: Db,
  { id, reference }: { id: OrderId | null; reference: string },
): Promise<Order[]> {
  return listOrdersByReference(db, id, reference)
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
