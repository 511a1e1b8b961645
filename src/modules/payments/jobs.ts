import { defineJob } from '../../platform/jobs/declare.ts'
import type { OrderId } from './orders/order.ts'

/** A hint that an order is due; the sweep finds it too. */
export const advanceOrderJob = defineJob<{ orderId: OrderId }>('payments.advance_order', { retries: 0 })

export const sweepOrdersJob = defineJob<Record<string, never>>('payments.sweep_orders', {
  retries: 0,
  concurrency: 1,
})
