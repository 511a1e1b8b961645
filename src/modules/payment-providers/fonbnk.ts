import { z } from 'zod'
import type { OrderId } from '../../events/payment-orders.ts'
import { nowMs } from '../../platform/clock.ts'
import { callProvider, parseResponse, parseTimestamp } from './http-client.ts'
import { formatAmount, parseDecimal, RATE_DECIMALS } from './public/amount.ts'
import { CURRENCY_COUNTRY, DECIMALS, type FiatCurrency } from './public/currency.ts'
import type { PaymentMethod } from './public/payment-method.ts'
import {
  type Collection,
  type OrderReference,
  type PaymentProvider,
  type Payout,
  type PayoutRequest,
  ProviderUncertainError,
} from './public/provider.ts'
import { hmac, requireSignature, sha256Hex } from './webhook-signature.ts'

interface FonbnkAccount {
  url: string
  clientId: string
  /** Base64, as Fonbnk issues it. */
  clientSecret: string
  webhookSecret: string
  timeoutMs: number
}

const SideSchema = z.object({
  cashout: z.object({ exchangeRate: z.number().positive() }).optional(),
})
const QuoteSchema = z.object({ quoteId: z.string(), deposit: SideSchema, payout: SideSchema })
const InstructionsSchema = z.object({
  type: z.string(),
  paymentUrl: z.string().optional(),
  transferDetails: z
    .object({
      recipientBankName: z.string().optional(),
      recipientBankAccountNumber: z.string().optional(),
      recipientBankAccountName: z.string().optional(),
    })
    .optional(),
})
const OrderSchema = z.object({
  _id: z.string(),
  status: z.string(),
  expiresAt: z.string().optional(),
  deposit: z
    .object({
      transferInstructions: InstructionsSchema.optional(),
      /** The amount that the payer paid. */
      receivedAmount: z.number().optional(),
    })
    .optional(),
})
const EventSchema = z.object({
  event: z.string(),
  data: z.object({
    order: z.object({ _id: z.string(), status: z.string(), merchantOrderParams: z.string() }),
  }),
})

const QUOTE_PATH = '/api/v2/quote'

/** The side of an order that is our own balance at Fonbnk. */
const OUR_BALANCE = {
  paymentChannel: 'merchant_balance',
  currencyType: 'merchant_balance',
  currencyCode: 'USD',
}

/**
 * Fonbnk's merchant API, version 2. Fonbnk does not reject a second order with the same reference, so the adapter looks for
 * an existing order before it creates one. The caller must claim the order and must not repeat an unanswered request.
 */
export function createFonbnk(account: FonbnkAccount): PaymentProvider {
  const call = (method: 'GET' | 'POST', path: string, body?: object) => {
    const timestamp = String(nowMs())
    const signature = hmac(Buffer.from(account.clientSecret, 'base64'), `${timestamp}:${path}`)
    return callProvider({
      url: account.url + path,
      method,
      headers: {
        'content-type': 'application/json',
        'x-client-id': account.clientId,
        'x-timestamp': timestamp,
        'x-signature': signature.toString('base64'),
      },
      timeoutMs: account.timeoutMs,
      isReadOnly: method === 'GET' || path === QUOTE_PATH,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }
  const find = ({ orderId }: OrderReference) => call('GET', `/api/v2/order?orderParams=${orderId}`)
  const create = async (request: PayoutRequest, sides: { deposit: object; payout: object }) => {
    const known = await find(request)
    if (known !== undefined) return known
    const { quoteId } = parseResponse(QuoteSchema, await call('POST', QUOTE_PATH, sides))
    const made = await call('POST', '/api/v2/order', orderBody(request, quoteId, sides))
    if (made === undefined) throw new ProviderUncertainError('the created order is not found')
    return made
  }
  const collection = (response: unknown, currency: FiatCurrency) =>
    response === undefined ? undefined : parseCollection(response, currency)
  return {
    name: 'fonbnk',
    isIdempotent: false,
    canRefund: false,
    // Fonbnk does not send airtime and does not take cards.
    supports: (method) => method === 'BANK_TRANSFER' || CARRIERS[method] !== undefined,
    getRate: async (currency, direction) => {
      const fiat = {
        ...fiatSide(currency, 'BANK_TRANSFER'),
        ...(direction === 'ON_RAMP' ? { amount: 10_000 } : {}),
      }
      const ours = { ...OUR_BALANCE, ...(direction === 'ON_RAMP' ? {} : { amount: 10 }) }
      const sides =
        direction === 'ON_RAMP' ? { deposit: fiat, payout: ours } : { deposit: ours, payout: fiat }
      const quote = parseResponse(QuoteSchema, await call('POST', QUOTE_PATH, sides))
      const rate = (direction === 'ON_RAMP' ? quote.deposit : quote.payout).cashout?.exchangeRate
      const units = rate === undefined ? undefined : parseDecimal(rate, RATE_DECIMALS)
      if (!units) throw new ProviderUncertainError('the quote has no rate')
      return units
    },
    collect: async (request) => {
      const deposit = { ...fiatSide(request.currency, request.method), amount: amountOf(request) }
      return parseCollection(await create(request, { deposit, payout: OUR_BALANCE }), request.currency)
    },
    findCollection: async (reference) => collection(await find(reference), reference.currency),
    cancelCollection: async (reference) => {
      const { providerOrderId } = reference
      if (providerOrderId) await call('POST', '/api/v2/order/cancel', { orderId: providerOrderId })
      return collection(await find(reference), reference.currency)
    },
    // Fonbnk has no refund request. It returns invalid deposits on its own.
    refund: async () => 'MANUAL',
    payOut: async (request) => {
      const payout = { ...fiatSide(request.currency, request.method), amount: amountOf(request) }
      return parsePayout(await create(request, { deposit: OUR_BALANCE, payout }))
    },
    findPayout: async (reference) => {
      const response = await find(reference)
      return response === undefined ? undefined : parsePayout(response)
    },
    webhooks: {
      verify: ({ headers, rawBody }) =>
        requireSignature(headers.get('x-signature'), fonbnkSignature(account.webhookSecret, rawBody)),
      extractEventId: (body) => {
        const { data } = EventSchema.safeParse(body)
        return data ? `${data.data.order._id}:${data.data.order.status}` : sha256Hex(JSON.stringify(body))
      },
      extractOrderId: (body) =>
        EventSchema.safeParse(body).data?.data.order.merchantOrderParams as OrderId | undefined,
    },
  }
}

/** Fonbnk signs with a plain hash of the data and the hash of the secret. A webhook is only a hint, so this suffices. */
export function fonbnkSignature(secret: string, rawBody: Uint8Array): string {
  let data: unknown
  try {
    data = JSON.parse(Buffer.from(rawBody).toString('utf8')).data
  } catch {
    data = undefined
  }
  return sha256Hex(`${JSON.stringify(data)}${sha256Hex(secret)}`)
}

const CARRIERS: Partial<Record<PaymentMethod, string>> = {
  MPESA: 'mpesa',
  MTN_MOMO: 'mtn',
  AIRTEL_MONEY: 'airtel',
  VODAFONE_CASH: 'vodafone',
  TIGO_PESA: 'tigo',
  HALOPESA: 'halopesa',
}

function fiatSide(currency: FiatCurrency, method: PaymentMethod) {
  const carrierCode = CARRIERS[method]
  return {
    paymentChannel: carrierCode ? 'mobile_money' : 'bank',
    currencyType: 'fiat',
    currencyCode: currency,
    countryIsoCode: CURRENCY_COUNTRY[currency],
    ...(carrierCode ? { carrierCode } : {}),
  }
}

function amountOf({ amount, currency }: PayoutRequest): number {
  return Number(formatAmount(amount, currency))
}

function orderBody(request: PayoutRequest & { returnUrl?: string }, quoteId: string, sides: object) {
  const { recipient, userId, orderId, currency, webhookUrl, returnUrl } = request
  return {
    quoteId,
    // Fonbnk requires an e-mail address per customer; the user's own address is not disclosed.
    userEmail: `${userId}@customers.${new URL(webhookUrl).hostname}`,
    userIp: '0.0.0.0',
    userCountryIsoCode: CURRENCY_COUNTRY[currency],
    ...sides,
    fieldsToCreateOrder: {
      ...(recipient.phoneNumber ? { phoneNumber: recipient.phoneNumber } : {}),
      ...(recipient.bankCode ? { bankCode: recipient.bankCode } : {}),
      ...(recipient.accountNumber ? { bankAccountNumber: recipient.accountNumber } : {}),
    },
    orderParams: orderId,
    webhookUrl,
    ...(returnUrl ? { callbackUrl: returnUrl } : {}),
  }
}

const COLLECTION_STATES: Record<string, Collection['state']> = {
  deposit_awaiting: 'AWAITING_PAYMENT',
  deposit_validating: 'AWAITING_PAYMENT',
  deposit_successful: 'SETTLING',
  deposit_invalid: 'SETTLED',
  // The payout of a collection goes to our balance. A failed one may still succeed, or go back to the payer.
  payout_pending: 'SETTLING',
  payout_failed: 'SETTLING',
  payout_successful: 'SETTLED',
  deposit_canceled: 'CANCELLED',
  deposit_expired: 'EXPIRED',
  refund_pending: 'REFUNDING',
  refund_failed: 'REFUNDING',
  refund_successful: 'REFUNDED',
}

function parseCollection(response: unknown, currency: FiatCurrency): Collection {
  const { _id, status, expiresAt, deposit } = parseResponse(OrderSchema, response)
  const state = COLLECTION_STATES[status]
  if (!state) throw new ProviderUncertainError(`unknown state ${status.slice(0, 40)}`)
  const { paymentUrl, transferDetails } = deposit?.transferInstructions ?? {}
  const received = deposit?.receivedAmount
  const expires = parseTimestamp(expiresAt)
  // An invalid deposit has the wrong amount; without a reported amount it counts as zero.
  const receivedAmount =
    received === undefined
      ? status === 'deposit_invalid'
        ? 0n
        : undefined
      : (parseDecimal(received, DECIMALS[currency]) ?? 0n)
  return {
    providerOrderId: _id,
    state,
    ...(paymentUrl ? { paymentUrl } : {}),
    ...(transferDetails?.recipientBankAccountNumber
      ? {
          accountDetails: {
            bankName: transferDetails.recipientBankName ?? '',
            accountName: transferDetails.recipientBankAccountName ?? '',
            accountNumber: transferDetails.recipientBankAccountNumber,
          },
        }
      : {}),
    ...(expires ? { expiresAt: expires } : {}),
    ...(receivedAmount === undefined ? {} : { receivedAmount }),
  }
}

/** A failed payout may still succeed; it is final once Fonbnk refunds our balance. */
function parsePayout(response: unknown): Payout {
  const { _id: providerOrderId, status } = parseResponse(OrderSchema, response)
  if (status === 'payout_successful') return { providerOrderId, state: 'COMPLETED' }
  if (status === 'refund_successful' || ['deposit_canceled', 'deposit_expired'].includes(status))
    return { providerOrderId, state: 'FAILED', reason: status }
  return { providerOrderId, state: status === 'payout_pending' ? 'SENT' : 'PENDING' }
}
