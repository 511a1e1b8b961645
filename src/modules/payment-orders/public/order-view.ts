import { z } from '@hono/zod-openapi'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { formatDecimal, toNumber } from '../../payment-providers/public/amount.ts'
import { ASSETS, FIAT_CURRENCIES } from '../../payment-providers/public/currency.ts'
import { PAYMENT_DIRECTIONS } from '../../payment-providers/public/payment-direction.ts'
import { METHODS, PAYMENT_METHODS } from '../../payment-providers/public/payment-method.ts'
import type { OrderTransition } from '../queries.ts'
import type { Quote } from '../quotes/queries.ts'
import { RATE_DECIMALS } from '../quotes/quote-pricing.ts'
import { netPayout, ORDER_STATUSES, type Order } from './order.ts'

const Fiat = z.enum(FIAT_CURRENCIES)
const AccountDetailsSchema = z.object({
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
})

export const OnRampQuoteSchema = z.object({
  quoteId: z.uuid(),
  fiatAmount: z.number(),
  fiatCurrency: Fiat,
  cryptoAmount: z.number(),
  cryptoCurrency: z.enum(ASSETS),
  exchangeRate: z.number().openapi({ description: 'Fiat for one token, or one gem.' }),
  fee: z.number(),
  feeCurrency: Fiat,
  expiresAt: TimestampSchema,
})

export const OffRampQuoteSchema = OnRampQuoteSchema.extend({ netPayout: z.number() })

export const OnRampOrderSchema = z.object({
  orderId: z.uuid(),
  status: z.enum(ORDER_STATUSES),
  paymentUrl: z
    .string()
    .nullable()
    .openapi({ description: 'Where the payer pays; null where only an account is given.' }),
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
  netPayout: z.number().nullable().openapi({ description: 'What the recipient of an off-ramp gets.' }),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentUrl: z.string().nullable().openapi({ description: 'As long as it may be paid.' }),
  accountDetails: AccountDetailsSchema.nullable().openapi({ description: 'As long as it may be paid.' }),
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

export function onRampQuoteView(quote: Quote): z.input<typeof OnRampQuoteSchema> {
  return {
    quoteId: quote.id,
    fiatAmount: toNumber(quote.fiatAmount, quote.fiatCurrency),
    fiatCurrency: quote.fiatCurrency,
    cryptoAmount: toNumber(quote.tokenAmount, quote.asset),
    cryptoCurrency: quote.asset,
    exchangeRate: rateNumber(quote.rate),
    fee: toNumber(quote.fee, quote.fiatCurrency),
    feeCurrency: quote.fiatCurrency,
    expiresAt: quote.expiresAt.toISOString(),
  }
}

export function offRampQuoteView(quote: Quote): z.input<typeof OffRampQuoteSchema> {
  return { ...onRampQuoteView(quote), netPayout: toNumber(netPayout(quote), quote.fiatCurrency) }
}

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
    fiatAmount: toNumber(order.fiatAmount, fiatCurrency),
    fiatCurrency,
    cryptoAmount: toNumber(order.tokenAmount, order.asset),
    cryptoCurrency: order.asset,
    exchangeRate: rateNumber(order.rate),
    fee: toNumber(order.fee, fiatCurrency),
    feeCurrency: fiatCurrency,
    netPayout: direction === 'OFF_RAMP' ? toNumber(netPayout(order), fiatCurrency) : null,
    paymentMethod: order.method,
    ...paymentFields(order),
    transactionHash: order.transactionHash,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

export function historyView(history: OrderTransition[]): z.input<typeof OrderWithHistorySchema>['history'] {
  return history.map((transition) => ({ ...transition, at: transition.at.toISOString() }))
}

/** Where and until when one pays, as long as one may: who is shown it later pays twice, or for nothing. */
function paymentFields({ status, method, paymentUrl, accountDetails, expiresAt }: Order) {
  const isOpen = status === 'PENDING_PAYMENT'
  return {
    paymentUrl: isOpen ? paymentUrl : null,
    // An account is given to those who chose a transfer.
    accountDetails: isOpen && method === 'BANK_TRANSFER' ? accountDetails : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

function rateNumber(rate: bigint): number {
  return Number(formatDecimal(rate, RATE_DECIMALS))
}
