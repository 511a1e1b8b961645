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
