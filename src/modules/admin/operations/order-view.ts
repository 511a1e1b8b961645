import { z } from '../../../platform/zod.ts'
import type { Order } from '../../payment-orders/public/order.ts'
import { OrderSchema, OrderWithHistorySchema, orderView } from '../../payment-orders/public/order-view.ts'
import { REFUND_METHODS, refundMethodOf } from '../../payment-orders/public/refund-order.ts'
import { toNumber } from '../../payment-providers/public/amount.ts'
import type { ProviderRegistry } from '../../payment-providers/public/provider.ts'

const ForStaff = {
  userId: z.string(),
  attention: z.string().nullable().openapi({ description: 'Why the order needs a manual review.' }),
}
export const AdminOrderSummarySchema = OrderSchema.extend(ForStaff).openapi('AdminOrderSummary')
export const AdminOrderSchema = OrderWithHistorySchema.extend({
  ...ForStaff,
  refund: z
    .object({
      takenBack: z.number().openapi({ description: 'What was taken back from the user.' }),
      shortfall: z.number().openapi({ description: 'What the user no longer had: a loss of the house.' }),
      method: z.enum(REFUND_METHODS).openapi({
        description: 'BY_HAND: the provider has no refunds, so an operator pays the money back.',
      }),
    })
    .nullable()
    .openapi({ description: 'Only of an order that is being refunded or was refunded.' }),
}).openapi('AdminOrder')

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

/** An off-ramp that is refunded has returned its tokens; no money is paid back. */
export function presentRefund(
  providers: ProviderRegistry,
  order: Order,
): z.input<typeof AdminOrderSchema>['refund'] {
  const { direction, status, asset, takenBack, shortfall } = order
  if (direction !== 'ON_RAMP' || (status !== 'REFUND_PENDING' && status !== 'REFUNDED')) return null
  return {
    takenBack: toNumber(takenBack ?? 0n, asset),
    shortfall: toNumber(shortfall ?? 0n, asset),
    method: refundMethodOf(providers, order),
  }
}
