import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { cancelOrder } from './cancel-order.ts'
import { listOwnOrders } from './public/list-orders.ts'
import { orderView } from './public/order-view.ts'
import { eraseRecipients, listTransitions, lockUnpaidOrders } from './queries.ts'
import { deleteUnusedQuotes } from './quotes/queries.ts'

const MAX_ORDERS = 10_000

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  const { orders } = await listOwnOrders(db, userId, { page: 1, limit: MAX_ORDERS })
  const orderIds = orders.map(({ id }) => id)
  const transitions = Map.groupBy(await listTransitions(db, orderIds), ({ orderId }) => orderId)
  return orders.map((order) => ({
    ...orderView(order),
    paymentUrl: order.paymentUrl,
    accountDetails: order.accountDetails,
    contact: order.recipient,
    moves: (transitions.get(order.id) ?? []).map(({ orderId: _, ...transition }) => transition),
  }))
}

/**
 * Cancels unpaid orders and deletes unused quotes. Erases phone numbers and bank accounts of closed orders now, and of open
 * orders when they close, because they are needed for the payment. Amounts stay, as in the ledger.
 */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  const { userId } = data
  for (const id of await lockUnpaidOrders(tx, userId))
    await cancelOrder(tx, { id, userId, cause: 'the account was deleted', now: new Date(data.at) })
  await deleteUnusedQuotes(tx, userId)
  await eraseRecipients(tx, userId)
}
