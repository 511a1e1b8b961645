import { z } from '@hono/zod-openapi'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { DIRECTIONS } from './direction.ts'
import { METHODS, PAYMENT_METHODS } from './method.ts'
import { decimalText, numberOf } from './money/amount.ts'
import { ASSETS, FIAT_CURRENCIES } from './money/currency.ts'
import { netPayout, ORDER_STATUSES, type Order } from './orders/order.ts'
import type { MoveRow } from './orders/queries.ts'
import type { Quote } from './quotes/queries.ts'
import { RATE_DECIMALS } from './quotes/quote.ts'

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
  type: z.enum(DIRECTIONS),
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
    fiatAmount: numberOf(quote.fiatAmount, quote.fiatCurrency),
    fiatCurrency: quote.fiatCurrency,
    cryptoAmount: numberOf(quote.tokenAmount, quote.asset),
    cryptoCurrency: quote.asset,
    exchangeRate: rateNumber(quote.rate),
    fee: numberOf(quote.fee, quote.fiatCurrency),
    feeCurrency: quote.fiatCurrency,
    expiresAt: quote.expiresAt.toISOString(),
  }
}

export function offRampQuoteView(quote: Quote): z.input<typeof OffRampQuoteSchema> {
  return { ...onRampQuoteView(quote), netPayout: numberOf(netPayout(quote), quote.fiatCurrency) }
}

export function onRampOrderView(order: Order): z.input<typeof OnRampOrderSchema> {
  return { orderId: order.id, status: order.status, ...payment(order) }
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
    fiatAmount: numberOf(order.fiatAmount, fiatCurrency),
    fiatCurrency,
    cryptoAmount: numberOf(order.tokenAmount, order.asset),
    cryptoCurrency: order.asset,
    exchangeRate: rateNumber(order.rate),
    fee: numberOf(order.fee, fiatCurrency),
    feeCurrency: fiatCurrency,
    netPayout: direction === 'OFF_RAMP' ? numberOf(netPayout(order), fiatCurrency) : null,
    paymentMethod: order.method,
    ...payment(order),
    transactionHash: order.transactionHash,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

export function historyView(history: MoveRow[]): z.input<typeof OrderWithHistorySchema>['history'] {
  return history.map((move) => ({ ...move, at: move.at.toISOString() }))
}

/** Where and until when one pays, as long as one may: who is shown it later pays twice, or for nothing. */
function payment({ status, method, paymentUrl, accountDetails, expiresAt }: Order) {
  const isOpen = status === 'PENDING_PAYMENT'
  return {
    paymentUrl: isOpen ? paymentUrl : null,
    // An account is given to those who chose a transfer.
    accountDetails: isOpen && method === 'BANK_TRANSFER' ? accountDetails : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

function rateNumber(rate: bigint): number {
  return Number(decimalText(rate, RATE_DECIMALS))
}
