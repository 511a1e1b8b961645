import type { Db } from '../../../platform/db/database.ts'
import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { countOrders, findOrder, listMoves, listOrderRows, type MoveRow } from '../queries.ts'
import type { Order, OrderId, OrderStatus } from './order.ts'

interface Page {
  status?: OrderStatus | undefined
  page: number
  limit: number
}

/** Newest first. */
export async function listOwnOrders(
  db: Db,
  userId: UserId,
  page: Page,
): Promise<{ orders: Order[]; total: number }> {
  return listPage(db, userId, page)
}

/** Everybody's, for whoever looks after payments. */
export function listAllOrders(db: Db, page: Page): Promise<{ orders: Order[]; total: number }> {
  return listPage(db, null, page)
}

async function listPage(db: Db, userId: UserId | null, { status = undefined, page, limit }: Page) {
  const filter = { userId, status: status ?? null }
  const [orders, total] = await Promise.all([
    listOrderRows(db, { ...filter, limit, offset: (page - 1) * limit }),
    countOrders(db, filter),
  ])
  return { orders, total }
}

/** An order with its history; without a user, anybody's. */
export async function getOrder(
  db: Db,
  id: OrderId,
  userId?: UserId,
): Promise<{ order: Order; history: MoveRow[] }> {
  const [order, history] = await Promise.all([findOrder(db, id, userId), listMoves(db, id)])
  if (!order) throw refusals.not_found()
  return { order, history }
}
