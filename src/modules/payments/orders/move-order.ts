import { assert } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { orderMoved } from '../events.ts'
import { textOf } from '../money/amount.ts'
import { mayMove, netPayout, type Order, type OrderStatus } from './order.ts'
import { insertMove, updateStatus } from './queries.ts'

/** The one way to change a status: by the table of moves, with its cause, and told to whoever wants to know. */
export async function moveOrder(
  tx: Tx,
  order: Order,
  to: OrderStatus,
  { cause, now }: { cause: string; now: Date },
): Promise<Order> {
  const { id, direction, status: from } = order
  assert(mayMove(direction, from, to), `${direction} ${id} cannot go from ${from} to ${to}`)
  assert(await updateStatus(tx, { id, from, to, now }), `${id} was not ${from} any more`)
  const moved = { ...order, status: to, updatedAt: now, tries: 0 }
  await noteMove(tx, moved, { from, cause, now })
  return moved
}

/** Writes down how the order came to its present status. */
export async function noteMove(
  tx: Tx,
  order: Order,
  { from, cause, now }: { from: OrderStatus | null; cause: string; now: Date },
): Promise<void> {
  const { id, userId, direction, status, fiatCurrency } = order
  await insertMove(tx, { id: newId(), orderId: id, from, to: status, cause, now })
  const amount = direction === 'ON_RAMP' ? order.fiatAmount : netPayout(order)
  tx.emit(
    orderMoved({
      userId,
      orderId: id,
      direction,
      from,
      status,
      fiatAmount: textOf(amount, fiatCurrency),
      fiatCurrency,
      cause,
      at: now.toISOString(),
    }),
  )
}
