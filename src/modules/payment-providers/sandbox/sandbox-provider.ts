import { z } from 'zod'
import type { OrderId } from '../../../events/payment-orders.ts'
import { SECOND_MS } from '../../../platform/clock.ts'
import { errors } from '../errors.ts'
import { callProvider, parseResponse } from '../http-client.ts'
import { formatAmount, parseDecimal, RATE_DECIMALS } from '../public/amount.ts'
import { DECIMALS, type FiatCurrency } from '../public/currency.ts'
import {
  type Collection,
  type OrderReference,
  type PaymentProvider,
  type Payout,
  type PayoutRequest,
  ProviderUncertainError,
} from '../public/provider.ts'
import { requireSignature, sha256Hex } from '../webhook-signature.ts'
import { sandboxSignature } from './webhook-sender.ts'

const TOLERANCE_MS = 300 * SECOND_MS

const RatesSchema = z.object({ buy: z.string(), sell: z.string() })
const CollectionSchema = z.object({
  id: z.string(),
  state: z.enum(['AWAITING_PAYMENT', 'SETTLED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUNDED']),
  received: z.string().nullable(),
  paymentUrl: z.string(),
  accountDetails: z.object({ bankName: z.string(), accountName: z.string(), accountNumber: z.string() }),
  expiresAt: z.string(),
})
const PayoutSchema = z.object({ id: z.string(), state: z.enum(['SENT', 'COMPLETED', 'FAILED']) })
const EventSchema = z.object({ id: z.string().min(1).max(100), reference: z.string() })

interface SandboxConnection {
  /** Called for each request, because the sandbox server may start after the routes are built. */
  url: () => string
  key: string
  timeoutMs: number
}

/** The client of the built-in sandbox, over HTTP like every other provider. */
export function createSandboxProvider({ url, key, timeoutMs }: SandboxConnection): PaymentProvider {
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    callProvider({
      url: `${url()}/v1/${path}`,
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      timeoutMs,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const request = ({ orderId, currency, amount, recipient, webhookUrl }: PayoutRequest) => ({
    reference: orderId,
    currency,
    amount: formatAmount(amount, currency),
    ...(recipient.phoneNumber ? { phoneNumber: recipient.phoneNumber } : {}),
    ...(recipient.accountNumber ? { accountNumber: recipient.accountNumber } : {}),
    webhookUrl,
  })
  const collection = async (pending: Promise<unknown>, currency: FiatCurrency) => {
    const response = await pending
    return response === undefined ? undefined : parseCollection(response, currency)
  }
  const payout = async (pending: Promise<unknown>) => {
    const response = await pending
    return response === undefined ? undefined : parsePayout(response)
  }
  const path = ({ orderId }: OrderReference) => `collections/${orderId}`
  return {
    name: 'sandbox',
    isIdempotent: true,
    canRefund: true,
    supports: () => true,
    getRate: async (currency, direction) => {
      const { buy, sell } = parseResponse(RatesSchema, await call('GET', `rates?currency=${currency}`))
      return parseDecimal(direction === 'ON_RAMP' ? buy : sell, RATE_DECIMALS)!
    },
    collect: async (wanted) => {
      const body = { ...request(wanted), returnUrl: wanted.returnUrl }
      return requireFound(await collection(call('POST', 'collections', body), wanted.currency))
    },
    findCollection: (reference) => collection(call('GET', path(reference)), reference.currency),
    cancelCollection: (reference) =>
      collection(call('POST', `${path(reference)}/cancel`), reference.currency),
    refund: async (reference) => {
      const response = await collection(call('POST', `${path(reference)}/refund`), reference.currency)
      return response?.state === 'REFUNDED' ? 'REFUNDED' : 'MANUAL'
    },
    payOut: async (wanted) => requireFound(await payout(call('POST', 'payouts', request(wanted)))),
    findPayout: ({ orderId }) => payout(call('GET', `payouts/${orderId}`)),
    webhooks: {
      verify: ({ headers, rawBody, now }) => {
        const given = headers.get('x-sandbox-signature') ?? ''
        const atMs = Number(/^t=(\d{1,12}),/.exec(given)?.[1] ?? Number.NaN) * SECOND_MS
        if (!(Math.abs(now.getTime() - atMs) <= TOLERANCE_MS)) throw errors.signature_invalid()
        requireSignature(given, sandboxSignature(key, rawBody, atMs))
      },
      extractEventId: (body) => EventSchema.safeParse(body).data?.id ?? sha256Hex(JSON.stringify(body)),
      extractOrderId: (body) => EventSchema.safeParse(body).data?.reference as OrderId | undefined,
    },
  }
}

function parseCollection(response: unknown, currency: FiatCurrency): Collection {
  const { id, state, received, paymentUrl, accountDetails, expiresAt } = parseResponse(
    CollectionSchema,
    response,
  )
  const receivedAmount = received === null ? undefined : parseDecimal(received, DECIMALS[currency])
  return {
    providerOrderId: id,
    state,
    paymentUrl,
    accountDetails,
    expiresAt: new Date(expiresAt),
    ...(receivedAmount === undefined ? {} : { receivedAmount }),
  }
}

function parsePayout(response: unknown): Payout {
  const { id, state } = parseResponse(PayoutSchema, response)
  return {
    providerOrderId: id,
    state,
    ...(state === 'FAILED' ? { reason: 'the recipient could not be paid' } : {}),
  }
}

function requireFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ProviderUncertainError('the created payment is not found')
  return value
}
