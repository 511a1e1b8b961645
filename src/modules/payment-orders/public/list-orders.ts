import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import {
  findOrder,
  listOrderRows,
  listTransitions,
  listUserOrders,
  type OrderTransition,
} from '../queries.ts'
import type { Order, OrderId, OrderStatus } from './order.ts'

interface Page {
  status?: OrderStatus | undefined
  page: number
  limit: number
}

interface Orders {
  orders: Order[]
  total: number
}

export function listOwnOrders(db: Db, userId: UserId, page: Page): Promise<Orders> {
  return listUserOrders(db, userId, toOrderPage(page))
}

/** Everybody's, for whoever looks after payments. */
export function listAllOrders(db: Db, page: Page): Promise<Orders> {
  return listOrderRows(db, toOrderPage(page))
}

function toOrderPage({ status, page, limit }: Page) {
  return { status: status ?? null, limit, offset: (page - 1) * limit }
}

/** An order with its history; without a user, anybody's. */
export async function getOrder(
  db: Db,
  id: OrderId,
  userId?: UserId,
): Promise<{ order: Order; history: OrderTransition[] }> {
  const [order, history] = await Promise.all([findOrder(db, id, userId), listTransitions(db, id)])
  if (!order) throw commonErrors.not_found()
  return { order, history }
}
