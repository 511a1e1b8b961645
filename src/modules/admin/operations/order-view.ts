import { ORDER_STATUSES } from '../../../events/payment-orders.ts'
import { z } from '../../../platform/zod.ts'
import { ASSETS as LEDGER_ASSETS } from '../../ledger/public/account.ts'
import type { Order } from '../../payment-orders/public/order.ts'
import { OrderSchema, OrderWithHistorySchema, orderView } from '../../payment-orders/public/order-view.ts'
import {
  REFUND_METHODS,
  type RefundPreview,
  refundMethodOf,
} from '../../payment-orders/public/resolve-order.ts'
import { toNumber } from '../../payment-providers/public/amount.ts'
import { ASSETS, FIAT_CURRENCIES } from '../../payment-providers/public/currency.ts'
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

export const RefundPreviewSchema = z
  .object({
    orderId: z.uuid(),
    status: z.enum(ORDER_STATUSES),
    isPossible: z.boolean().openapi({ description: 'Whether the status of the order allows a refund.' }),
    asset: z.enum(ASSETS),
    delivered: z.number().openapi({ description: 'What the order gave to the user; 0 if nothing.' }),
    takenBack: z.number().openapi({ description: 'What is taken back from the user.' }),
    shortfall: z.number().openapi({
      description:
        'What the user no longer has: a loss of the house. Tokens are in the wallet of the user and are not taken back.',
    }),
    paidBack: z.number().openapi({ description: 'The money that the payer gets.' }),
    currency: z.enum(FIAT_CURRENCIES),
    provider: z.string(),
    method: z.enum(REFUND_METHODS).openapi({
      description: 'BY_HAND: the provider has no refunds, so an operator pays the money back.',
    }),
    ledgerEntries: z.array(z.object({ account: z.string(), asset: z.enum(LEDGER_ASSETS), amount: z.int() })),
  })
  .openapi('OrderRefundPreview')

export const REFUND_PREVIEW_EXAMPLE = {
  orderId: '019a8b5e-7c1d-7000-8000-0000000000f0',
  status: 'COMPLETED',
  isPossible: true,
  asset: 'GEMS',
  delivered: 500,
  takenBack: 480,
  shortfall: 20,
  paidBack: 1_000,
  currency: 'KES',
  provider: 'sandbox',
  method: 'BY_PROVIDER',
  ledgerEntries: [
    { account: `user:${ORDER_SUMMARY_EXAMPLE.userId}`, asset: 'GEM', amount: -480 },
    { account: 'house:losses', asset: 'GEM', amount: -20 },
    { account: 'house:sales', asset: 'GEM', amount: 500 },
  ],
} as const

export function presentRefundPreview(preview: RefundPreview): z.input<typeof RefundPreviewSchema> {
  const { order, isPossible, delivered, takenBack, shortfall, paidBack, method, entries } = preview
  const { asset, fiatCurrency } = order
  return {
    orderId: order.id,
    status: order.status,
    isPossible,
    asset,
    delivered: toNumber(delivered, asset),
    takenBack: toNumber(takenBack, asset),
    shortfall: toNumber(shortfall, asset),
    paidBack: toNumber(paidBack, fiatCurrency),
    currency: fiatCurrency,
    provider: order.provider,
    method,
    ledgerEntries: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
  }
}
