import { z } from '../../../platform/zod.ts'
import type { Order } from '../../payment-orders/public/order.ts'
import { OrderSchema, OrderWithHistorySchema, orderView } from '../../payment-orders/public/order-view.ts'

const ForStaff = {
  userId: z.string(),
  attention: z.string().nullable().openapi({ description: 'Why the order needs a manual review.' }),
}
export const AdminOrderSummarySchema = OrderSchema.extend(ForStaff).openapi('AdminOrderSummary')
export const AdminOrderSchema = OrderWithHistorySchema.extend(ForStaff).openapi('AdminOrder')

export const ORDER_SUMMARY_EXAMPLE = {
  userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  attention: null,
  orderId: '019a8b5e-7c1d-7000-8000-0000000000f0',
  type: 'ON_RAMP' as const,
  status: 'UNDER_REVIEW' as const,
  fiatAmount: 1_000,
  fiatCurrency: 'KES' as const,
  cryptoAmount: 7.5,
  cryptoCurrency: 'CHAIN_USDT' as const,
  exchangeRate: 130,
  fee: 25,
  feeCurrency: 'KES' as const,
  netPayout: null,
  paymentMethod: 'MPESA' as const,
  paymentUrl: null,
  accountDetails: null,
  transactionHash: null,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:05:00.000Z',
  expiresAt: null,
}

export function presentOrderSummary(order: Order): z.input<typeof AdminOrderSummarySchema> {
  return { ...orderView(order), userId: order.userId, attention: order.reviewNote }
}
