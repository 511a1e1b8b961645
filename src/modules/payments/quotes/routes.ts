import { z } from '@hono/zod-openapi'
import { refusals } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { DIRECTIONS } from '../direction.ts'
import { errors } from '../errors.ts'
import { EXAMPLES } from '../examples.ts'
import { limitsOf } from '../limits.ts'
import { methodsFor, PAYMENT_METHODS } from '../method.ts'
import { numberOf } from '../money/amount.ts'
import { ASSETS, DECIMALS, FIAT_CURRENCIES } from '../money/currency.ts'
import * as view from '../order-view.ts'
import { type PaymentParts, TAG } from '../parts.ts'
import { isOffered } from '../providers/offer.ts'
import { quoteOffRamp, quoteOnRamp } from './create-quote.ts'

const Fiat = z.enum(FIAT_CURRENCIES)
const Crypto = z.enum(ASSETS)
const Amount = z.number().openapi({ description: 'With no more decimals than its currency has.' })
const AMOUNTS = [errors.amount_out_of_range, errors.amount_too_precise, refusals.provider_unavailable]

export function quoteRoutes(parts: PaymentParts): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/payment/methods',
      tag: TAG,
      summary: 'List the payment methods of a currency, and its limits',
      description: 'Those by which money can be paid, or paid out, at this time.',
      access: 'user',
      query: z.object({ currency: Fiat }),
      answer: {
        status: 200,
        data: z.object({
          currency: Fiat,
          decimals: z.number().int(),
          minimumAmount: z.number(),
          maximumAmount: z.number(),
          methods: z.array(
            z.object({
              paymentMethod: z.enum(PAYMENT_METHODS),
              country: z.string(),
              directions: z.array(z.enum(DIRECTIONS)),
              needsPhoneNumber: z.boolean(),
              estimatedPayoutMinutes: z.number().int().nullable(),
            }),
          ),
        }),
        example: EXAMPLES.methods,
      },
      handle: ({ query: { currency } }) => {
        const { platform, providers } = parts
        const { least, most } = limitsOf(platform.config.payments.limits, currency)
        return {
          currency,
          decimals: DECIMALS[currency],
          minimumAmount: numberOf(least, currency),
          maximumAmount: numberOf(most, currency),
          methods: methodsFor(currency, (way) => isOffered(providers, providers.current, way)),
        }
      },
    }),

    endpoint({
      method: 'post',
      path: '/payment/on-ramp/quote',
      tag: TAG,
      summary: 'Ask what money buys',
      description: 'Good for five minutes, for one order, for whoever asked.',
      access: 'user',
      body: z.object({ fiatAmount: Amount, fiatCurrency: Fiat, cryptoCurrency: Crypto }),
      bodyExample: { fiatAmount: 15000, fiatCurrency: 'NGN', cryptoCurrency: 'CHAIN_USDT' },
      answer: { status: 200, data: view.OnRampQuoteSchema, example: EXAMPLES.onRampQuote },
      refusals: AMOUNTS,
      handle: async ({ caller: { userId }, body, now }) =>
        view.onRampQuoteView(await quoteOnRamp(parts, { userId, ...body, now })),
    }),

    endpoint({
      method: 'post',
      path: '/payment/off-ramp/quote',
      tag: TAG,
      summary: 'Ask what tokens bring',
      description: 'Good for two minutes, for one order, for whoever asked. `netPayout` is what arrives.',
      access: 'user',
      body: z.object({ cryptoAmount: Amount, cryptoCurrency: Crypto, fiatCurrency: Fiat }),
      bodyExample: { cryptoAmount: 10, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' },
      answer: { status: 200, data: view.OffRampQuoteSchema, example: EXAMPLES.offRampQuote },
      refusals: [...AMOUNTS, errors.currency_not_supported],
      handle: async ({ caller: { userId }, body, now }) =>
        view.offRampQuoteView(await quoteOffRamp(parts, { userId, ...body, now })),
    }),
  ]
}
