import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { OrderId, PaymentDirection } from '../../events/payment-orders.ts'
import { now as clock } from '../../platform/clock.ts'
import { callProvider, parseResponse, parseTimestamp } from './http-client.ts'
import { formatAmount, parseDecimal, RATE_DECIMALS } from './public/amount.ts'
import { CURRENCY_COUNTRY, DECIMALS, type FiatCurrency } from './public/currency.ts'
import type { PaymentMethod } from './public/payment-method.ts'
import { METHODS } from './public/payment-method.ts'
import {
  type Collection,
  type OrderReference,
  type PaymentProvider,
  type Payout,
  type PayoutRequest,
  ProviderUncertainError,
} from './public/provider.ts'
import { hmac, requireSignature, sha256Hex } from './webhook-signature.ts'

interface YellowCardAccount {
  /** Includes the base path, which is part of the signature. */
  url: string
  apiKey: string
  secret: string
  timeoutMs: number
}

const RatesSchema = z.object({
  rates: z.array(z.object({ code: z.string(), buy: z.number().positive(), sell: z.number().positive() })),
})
const TransferSchema = z.object({
  id: z.string(),
  status: z.string(),
  localAmount: z.number().optional(),
  redirectUrl: z.string().optional(),
  bankInfo: z.object({ name: z.string(), accountNumber: z.string(), accountName: z.string() }).optional(),
  expiresAt: z.string().optional(),
  errorCode: z.string().nullish(),
})
const EventSchema = z.object({ id: z.string(), sequenceId: z.string(), event: z.string() })

/** Yellow Card's business API. Transfers are unique by `sequenceId`, which is our order id. */
export function createYellowCard(account: YellowCardAccount): PaymentProvider {
  const { pathname } = new URL(account.url)
  const call = (method: 'GET' | 'POST', path: string, body?: object) => {
    const text = body ? JSON.stringify(body) : undefined
    return callProvider({
      url: account.url + path,
      method,
      headers: {
        'content-type': 'application/json',
        ...yellowCardHeaders(account, {
          method,
          path: pathname.replace(/\/$/, '') + path,
          body: text,
          at: clock(),
        }),
      },
      timeoutMs: account.timeoutMs,
      ...(text === undefined ? {} : { body: text }),
    })
  }
  const find = (kind: 'receive' | 'send', { orderId }: OrderReference) =>
    call('GET', `/${kind}/sequence-id/${orderId}`)
  const collection = (response: unknown, currency: FiatCurrency) =>
    response === undefined ? undefined : parseCollection(response, currency)
  const runAction = async (action: 'cancel' | 'refund', { providerOrderId }: OrderReference) => {
    if (providerOrderId) await call('POST', `/receive/${providerOrderId}/${action}`, {})
  }
  return {
    name: 'yellow-card',
    isIdempotent: true,
    canRefund: true,
    supports: (method, currency, direction) => COVERAGE[direction][currency]?.includes(method) ?? false,
    getRate: async (currency, direction) => {
      const { rates } = parseResponse(RatesSchema, await call('GET', '/rates'))
      const line = rates.find(({ code }) => code === currency)
      const rate = line && parseDecimal(direction === 'ON_RAMP' ? line.buy : line.sell, RATE_DECIMALS)
      if (!rate) throw new ProviderUncertainError(`no rate for ${currency}`)
      return rate
    },
    collect: async (request) =>
      requireFound(
        collection(
          await call('POST', '/receive', {
            ...transferBody(request),
            recipient: { country: CURRENCY_COUNTRY[request.currency], phone: request.recipient.phoneNumber },
            source: accountOf(request),
            redirectUrl: request.returnUrl,
          }),
          request.currency,
        ),
      ),
    findCollection: async (reference) => collection(await find('receive', reference), reference.currency),
    cancelCollection: async (reference) => {
      await runAction('cancel', reference)
      return collection(await find('receive', reference), reference.currency)
    },
    refund: async (reference) => {
      await runAction('refund', reference)
      const after = collection(await find('receive', reference), reference.currency)
      if (after?.state === 'REFUND_FAILED') return 'MANUAL'
      return after?.state === 'REFUNDED' ? 'REFUNDED' : 'PENDING'
    },
    payOut: async (request) => {
      const body = {
        ...transferBody(request),
        reason: 'other',
        sender: { country: CURRENCY_COUNTRY[request.currency] },
        destination: { ...accountOf(request), accountName: request.recipient.accountName ?? 'Mobile money' },
      }
      return parsePayout(requireFound(await call('POST', '/send', body)))
    },
    findPayout: async (reference) => {
      const response = await find('send', reference)
      return response === undefined ? undefined : parsePayout(response)
    },
    webhooks: {
      verify: ({ headers, rawBody }) =>
        requireSignature(headers.get('x-yc-signature'), hmac(account.secret, rawBody).toString('base64')),
      extractEventId: (body) => {
        const { data } = EventSchema.safeParse(body)
        return data ? `${data.id}:${data.event}` : sha256Hex(JSON.stringify(body))
      },
      extractOrderId: (body) => EventSchema.safeParse(body).data?.sequenceId as OrderId | undefined,
    },
  }
}

/** Signs the timestamp, path, method and body hash. */
export function yellowCardHeaders(
  { apiKey, secret }: Pick<YellowCardAccount, 'apiKey' | 'secret'>,
  { method, path, body, at }: { method: string; path: string; body: string | undefined; at: Date },
): Record<string, string> {
  const timestamp = at.toISOString()
  const hash = body === undefined ? '' : createHash('sha256').update(body).digest('base64')
  const signature = hmac(secret, timestamp + path + method + hash).toString('base64')
  return { 'x-yc-timestamp': timestamp, authorization: `YcHmacV1 ${apiKey}:${signature}` }
}

function transferBody({ orderId, userId, amount, currency, method }: PayoutRequest) {
  return {
    sequenceId: orderId,
    channelType: METHODS[method].needsPhoneNumber ? 'momo' : 'bank',
    country: CURRENCY_COUNTRY[currency],
    currency,
    localAmount: Number(formatAmount(amount, currency)),
    customerUID: userId,
    customerType: 'retail',
    forceAccept: true,
  }
}

type Coverage = Partial<Record<FiatCurrency, readonly PaymentMethod[]>>

/** The supported methods by currency. */
const SENT: Coverage = {
  NGN: ['BANK_TRANSFER'],
  KES: ['BANK_TRANSFER', 'MPESA'],
  UGX: ['BANK_TRANSFER', 'MTN_MOMO', 'AIRTEL_MONEY'],
  TZS: ['BANK_TRANSFER', 'AIRTEL_MONEY', 'TIGO_PESA', 'HALOPESA'],
  ZAR: ['BANK_TRANSFER'],
}
const COVERAGE: Record<PaymentDirection, Coverage> = { ON_RAMP: { ...SENT, KES: ['MPESA'] }, OFF_RAMP: SENT }

/** Network ids of the mobile money methods. For a bank transfer, the bank code is the network id. */
const NETWORKS: Partial<Record<PaymentMethod, string>> = {
  MPESA: 'M-PESA',
  MTN_MOMO: 'MTN',
  AIRTEL_MONEY: 'Airtel',
  TIGO_PESA: 'TigoPesa',
  HALOPESA: 'HaloPesa',
}

function accountOf({ method, recipient }: PayoutRequest) {
  return METHODS[method].needsPhoneNumber
    ? { accountType: 'momo', accountNumber: recipient.phoneNumber, networkId: NETWORKS[method] }
    : { accountType: 'bank', accountNumber: recipient.accountNumber, networkId: recipient.bankCode }
}

const COLLECTION_STATES: Record<string, Collection['state']> = {
  created: 'AWAITING_PAYMENT',
  pending_approval: 'AWAITING_PAYMENT',
  process: 'AWAITING_PAYMENT',
  processing: 'AWAITING_PAYMENT',
  pending: 'AWAITING_PAYMENT',
  complete: 'SETTLED',
  failed: 'FAILED',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
  pending_refund: 'REFUNDING',
  refund_processing: 'REFUNDING',
  refund_failed: 'REFUND_FAILED',
  refunded: 'REFUNDED',
}

function parseCollection(response: unknown, currency: FiatCurrency): Collection {
  const { id, status, localAmount, redirectUrl, bankInfo, expiresAt } = parseResponse(
    TransferSchema,
    response,
  )
  const state = COLLECTION_STATES[status.toLowerCase()]
  if (!state) throw new ProviderUncertainError(`unknown state ${status.slice(0, 40)}`)
  const receivedAmount =
    state === 'SETTLED' && localAmount !== undefined
      ? (parseDecimal(localAmount, DECIMALS[currency]) ?? 0n)
      : undefined
  const expires = parseTimestamp(expiresAt)
  return {
    providerOrderId: id,
    state,
    ...(redirectUrl ? { paymentUrl: redirectUrl } : {}),
    ...(bankInfo
      ? {
          accountDetails: {
            bankName: bankInfo.name,
            accountName: bankInfo.accountName,
            accountNumber: bankInfo.accountNumber,
          },
        }
      : {}),
    ...(expires ? { expiresAt: expires } : {}),
    ...(receivedAmount === undefined ? {} : { receivedAmount }),
  }
}

function parsePayout(response: unknown): Payout {
  const { id: providerOrderId, status, errorCode } = parseResponse(TransferSchema, response)
  switch (status.toLowerCase()) {
    case 'complete':
      return { providerOrderId, state: 'COMPLETED' }
    case 'failed':
    case 'expired':
    case 'cancelled':
      return { providerOrderId, state: 'FAILED', reason: `${status} ${errorCode ?? ''}`.trim().slice(0, 100) }
    case 'pending':
      return { providerOrderId, state: 'SENT' }
    default:
      return { providerOrderId, state: 'PENDING' }
  }
}

function requireFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ProviderUncertainError('the created transfer is not found')
  return value
}
