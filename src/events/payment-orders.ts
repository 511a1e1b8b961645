import type { OrderId, OrderStatus } from '../modules/payment-orders/public/order.ts'
import type { PaymentDirection } from '../modules/payment-providers/public/payment-direction.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** An order came to be, or went from one state to the next. */
export const orderStatusChanged = defineEvent<{
  userId: UserId
  orderId: OrderId
  direction: PaymentDirection
  from: OrderStatus | null
  status: OrderStatus
  /** As decimal text: what the user pays, or is paid. */
  fiatAmount: string
  fiatCurrency: string
  cause: string
  at: string
}>('payment_orders.order_status_changed')
