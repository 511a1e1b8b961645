import { now as clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { cancelOrder } from './cancel-order.ts'
import { orderView } from './public/order-view.ts'
import { eraseRecipients, listTransitionsOfUser, listUserOrders, lockUnpaidOrders } from './queries.ts'
import { deleteUnusedQuotes } from './quotes/queries.ts'

const MAX_ORDERS = 10_000

/** All orders of a user with whom they paid, for the document of all their data. */
export async function exportPayments(db: Db, userId: UserId): Promise<unknown> {
  const { orders } = await listUserOrders(db, userId, { status: null, limit: MAX_ORDERS, offset: 0 })
  const moves = await listTransitionsOfUser(db, userId)
  return orders.map((order) => ({
    ...orderView(order),
    paymentUrl: order.paymentUrl,
    accountDetails: order.accountDetails,
    contact: order.contact,
    moves: moves.filter(({ orderId }) => orderId === order.id).map(({ orderId: _, ...move }) => move),
  }))
}

/**
 * What nobody has paid is called off. Phone numbers and bank accounts go: at once where an order is closed, and else when it
 * is, because money that is under way must arrive. Amounts stay without a name, as the books do.
 */
export async function forgetPayments(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  const { userId } = data
  for (const id of await lockUnpaidOrders(tx, userId))
    await cancelOrder(tx, { id, userId, cause: 'the account was deleted', now: clock() })
  await deleteUnusedQuotes(tx, userId)
  await eraseRecipients(tx, userId)
}
