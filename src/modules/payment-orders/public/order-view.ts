import { ORDER_STATUSES, PAYMENT_DIRECTIONS } from '../../../events/payment-orders.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { toNumber } from '../../payment-providers/public/amount.ts'
import { ASSETS, FIAT_CURRENCIES } from '../../payment-providers/public/currency.ts'
import { METHODS, PAYMENT_METHODS } from '../../payment-providers/public/payment-method.ts'
import type { OrderTransition } from '../queries.ts'
import { netPayout } from '../quotes/quote-pricing.ts'
import { termsView } from '../quotes/quote-view.ts'
import type { Order } from './order.ts'

const Fiat = z.enum(FIAT_CURRENCIES)
const AccountDetailsSchema = z.object({
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
})

export const OnRampOrderSchema = z.object({
  orderId: z.uuid(),
  status: z.enum(ORDER_STATUSES),
  paymentUrl: z.string().nullable().openapi({
    description: 'The page on which the user pays; null if the provider has only an account to pay to.',
  }),
  accountDetails: AccountDetailsSchema.nullable().openapi({ description: 'For bank transfers.' }),
  expiresAt: TimestampSchema.nullable(),
})

export const OffRampOrderSchema = z.object({
  orderId: z.uuid(),
  status: z.enum(ORDER_STATUSES),
  estimatedCompletionMinutes: z.number().int(),
})

export const OrderSchema = z.object({
  orderId: z.uuid(),
  type: z.enum(PAYMENT_DIRECTIONS),
  status: z.enum(ORDER_STATUSES),
  fiatAmount: z.number(),
  fiatCurrency: Fiat,
  cryptoAmount: z.number(),
  cryptoCurrency: z.enum(ASSETS),
  exchangeRate: z.number(),
  fee: z.number(),
  feeCurrency: Fiat,
  netPayout: z
    .number()
    .nullable()
    .openapi({ description: 'The amount that the recipient of an off-ramp gets.' }),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentUrl: z.string().nullable().openapi({ description: 'Only while the order can be paid.' }),
  accountDetails: AccountDetailsSchema.nullable().openapi({
    description: 'Only while the order can be paid.',
  }),
  transactionHash: z.string().nullable(),
  createdAt: TimestampSchema,
  updatedAt: TimestampSchema,
  expiresAt: TimestampSchema.nullable(),
})

export const OrderWithHistorySchema = OrderSchema.extend({
  history: z.array(
    z.object({
      from: z.enum(ORDER_STATUSES).nullable(),
      status: z.enum(ORDER_STATUSES),
      cause: z.string(),
      at: TimestampSchema,
    }),
  ),
})

export function onRampOrderView(order: Order): z.input<typeof OnRampOrderSchema> {
  return { orderId: order.id, status: order.status, ...paymentFields(order) }
}

export function offRampOrderView({ id, status, method }: Order): z.input<typeof OffRampOrderSchema> {
  return { orderId: id, status, estimatedCompletionMinutes: METHODS[method].payoutMinutes }
}

export function orderView(order: Order): z.input<typeof OrderSchema> {
  const { fiatCurrency, direction } = order
  return {
    orderId: order.id,
    type: direction,
    status: order.status,
    ...termsView(order),
    netPayout: direction === 'OFF_RAMP' ? toNumber(netPayout(order), fiatCurrency) : null,
    paymentMethod: order.method,
    ...paymentFields(order),
    transactionHash: order.transactionHash,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

export function historyView(history: OrderTransition[]): z.input<typeof OrderWithHistorySchema>['history'] {
  return history.map(({ orderId: _, at, ...transition }) => ({ ...transition, at: at.toISOString() }))
}

/** Shows where to pay only while the order is unpaid, so that the user does not pay twice. */
function paymentFields({ status, method, paymentUrl, accountDetails, expiresAt }: Order) {
  const isOpen = status === 'PENDING_PAYMENT'
  return {
    paymentUrl: isOpen ? paymentUrl : null,
    accountDetails: isOpen && method === 'BANK_TRANSFER' ? accountDetails : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
