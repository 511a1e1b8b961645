import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Direction } from './direction.ts'
import type { OrderId, OrderStatus } from './orders/order.ts'

/** An order came to be, or went from one state to the next. */
export const orderMoved = defineFact<{
  userId: UserId
  orderId: OrderId
  direction: Direction
  from: OrderStatus | null
  status: OrderStatus
  /** As decimal text: what the user pays, or is paid. */
  fiatAmount: string
  fiatCurrency: string
  cause: string
  at: string
}>('payments.order_moved')
