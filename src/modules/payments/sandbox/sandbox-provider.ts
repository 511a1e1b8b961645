import { z } from 'zod'
import { SECOND_MS } from '../../../platform/clock.ts'
import { errors } from '../errors.ts'
import { scaledUnits, textOf } from '../money/amount.ts'
import { DECIMALS, type FiatCurrency } from '../money/currency.ts'
import type { OrderId } from '../orders/order.ts'
import { askProvider, understood } from '../providers/ask-provider.ts'
import {
  type Collection,
  type OrderReference,
  type PaymentProvider,
  type Payout,
  type PayoutRequest,
  ProviderUncertain,
} from '../providers/provider.ts'
import { requireSame, sha256Hex } from '../providers/signature.ts'
import { RATE_DECIMALS } from '../quotes/quote.ts'
import { sandboxSignature } from './webhook-sender.ts'

const TOLERANCE_MS = 300 * SECOND_MS

const RatesSchema = z.object({ buy: z.string(), sell: z.string() })
const CollectionSchema = z.object({
  id: z.string(),
  state: z.enum(['AWAITING', 'RECEIVED', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUNDED']),
  received: z.string().nullable(),
  paymentUrl: z.string(),
  accountDetails: z.object({ bankName: z.string(), accountName: z.string(), accountNumber: z.string() }),
  expiresAt: z.string(),
})
const PayoutSchema = z.object({ id: z.string(), state: z.enum(['SENT', 'COMPLETED', 'FAILED']) })
const EventSchema = z.object({ id: z.string().min(1).max(100), reference: z.string() })

interface SandboxConnection {
  /** Asked for each time: the server of a process may come to be after its routes. */
  url: () => string
  key: string
  timeoutMs: number
}

/** The company that is built in, asked as any other would be. */
export function createSandboxProvider({ url, key, timeoutMs }: SandboxConnection): PaymentProvider {
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    askProvider({
      url: `${url()}/v1/${path}`,
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      timeoutMs,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const request = ({ orderId, currency, amount, contact, webhookUrl }: PayoutRequest) => ({
    reference: orderId,
    currency,
    amount: textOf(amount, currency),
    ...(contact.phoneNumber ? { phoneNumber: contact.phoneNumber } : {}),
    ...(contact.accountNumber ? { accountNumber: contact.accountNumber } : {}),
    webhookUrl,
  })
  const collection = async (asked: Promise<unknown>, currency: FiatCurrency) => {
    const answer = await asked
    return answer === undefined ? undefined : collectionIn(answer, currency)
  }
  const payout = async (asked: Promise<unknown>) => {
    const answer = await asked
    return answer === undefined ? undefined : payoutIn(answer)
  }
  const path = ({ orderId }: OrderReference) => `collections/${orderId}`
  return {
    name: 'sandbox',
    doesOnce: true,
    serves: () => true,
    getRate: async (currency, direction) => {
      const { buy, sell } = understood(RatesSchema, await ask('GET', `rates?currency=${currency}`))
      return scaledUnits(direction === 'ON_RAMP' ? buy : sell, RATE_DECIMALS)!
    },
    collect: async (wanted) => {
      const body = { ...request(wanted), returnUrl: wanted.returnUrl }
      return known(await collection(ask('POST', 'collections', body), wanted.currency))
    },
    findCollection: (reference) => collection(ask('GET', path(reference)), reference.currency),
    cancelCollection: (reference) => collection(ask('POST', `${path(reference)}/cancel`), reference.currency),
    refund: async (reference) => {
      const answer = await collection(ask('POST', `${path(reference)}/refund`), reference.currency)
      return answer?.state === 'REFUNDED' ? 'REFUNDED' : 'BY_HAND'
    },
    pay: async (wanted) => known(await payout(ask('POST', 'payouts', request(wanted)))),
    findPayout: ({ orderId }) => payout(ask('GET', `payouts/${orderId}`)),
    webhooks: {
      verify: ({ headers, rawBody, now }) => {
        const given = headers.get('x-sandbox-signature') ?? ''
        const atMs = Number(/^t=(\d{1,12}),/.exec(given)?.[1] ?? Number.NaN) * SECOND_MS
        if (!(Math.abs(now.getTime() - atMs) <= TOLERANCE_MS)) throw errors.signature_invalid()
        requireSame(given, sandboxSignature(key, rawBody, atMs))
      },
      identify: (body) => EventSchema.safeParse(body).data?.id ?? sha256Hex(JSON.stringify(body)),
      orderIdIn: (body) => EventSchema.safeParse(body).data?.reference as OrderId | undefined,
    },
  }
}

function collectionIn(answer: unknown, currency: FiatCurrency): Collection {
  const { id, state, received, paymentUrl, accountDetails, expiresAt } = understood(CollectionSchema, answer)
  const receivedAmount = received === null ? undefined : scaledUnits(received, DECIMALS[currency])
  return {
    providerOrderId: id,
    state,
    paymentUrl,
    accountDetails,
    expiresAt: new Date(expiresAt),
    ...(receivedAmount === undefined ? {} : { receivedAmount }),
  }
}

function payoutIn(answer: unknown): Payout {
  const { id, state } = understood(PayoutSchema, answer)
  return {
    providerOrderId: id,
    state,
    ...(state === 'FAILED' ? { reason: 'the recipient could not be paid' } : {}),
  }
}

/** What was just made cannot be unknown. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ProviderUncertain('what was just asked for is not found')
  return value
}
