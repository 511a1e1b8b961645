import { z } from '@hono/zod-openapi'
import { commonErrors } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { toNumber } from '../../payment-providers/public/amount.ts'
import { ASSETS, DECIMALS, FIAT_CURRENCIES } from '../../payment-providers/public/currency.ts'
import { isMethodAvailable } from '../../payment-providers/public/method-availability.ts'
import { PAYMENT_DIRECTIONS } from '../../payment-providers/public/payment-direction.ts'
import { methodsFor, PAYMENT_METHODS } from '../../payment-providers/public/payment-method.ts'
import { type PaymentDeps, TAG } from '../deps.ts'
import { errors } from '../errors.ts'
import { EXAMPLES } from '../examples.ts'
import { amountLimits } from '../parse-amount.ts'
import * as view from '../public/order-view.ts'
import { quoteOffRamp, quoteOnRamp } from './create-quote.ts'

const Fiat = z.enum(FIAT_CURRENCIES)
const Crypto = z.enum(ASSETS)
const Amount = z.number().openapi({ description: 'With no more decimals than its currency has.' })
const AMOUNTS = [errors.amount_out_of_range, errors.amount_too_precise, commonErrors.provider_unavailable]

export function quoteRoutes(deps: PaymentDeps): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/payment/methods',
      tag: TAG,
      summary: 'List the payment methods of a currency, and its limits',
      description: 'Those by which money can be paid, or paid out, at this time.',
      access: 'user',
      query: z.object({ currency: Fiat }),
      response: {
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
              directions: z.array(z.enum(PAYMENT_DIRECTIONS)),
              needsPhoneNumber: z.boolean(),
              estimatedPayoutMinutes: z.number().int().nullable(),
            }),
          ),
        }),
        example: EXAMPLES.methods,
      },
      handle: ({ query: { currency } }) => {
        const { platform, providers } = deps
        const { least, most } = amountLimits(platform.config.payments.limits, currency)
        return {
          currency,
          decimals: DECIMALS[currency],
          minimumAmount: toNumber(least, currency),
          maximumAmount: toNumber(most, currency),
          methods: methodsFor(currency, (way) =>
            isMethodAvailable(providers, providers.defaultProvider, way),
          ),
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
      response: { status: 200, data: view.OnRampQuoteSchema, example: EXAMPLES.onRampQuote },
      refusals: AMOUNTS,
      handle: async ({ caller: { userId }, body, now }) =>
        view.onRampQuoteView(await quoteOnRamp(deps, { userId, ...body, now })),
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
      response: { status: 200, data: view.OffRampQuoteSchema, example: EXAMPLES.offRampQuote },
      refusals: [...AMOUNTS, errors.currency_not_supported],
      handle: async ({ caller: { userId }, body, now }) =>
        view.offRampQuoteView(await quoteOffRamp(deps, { userId, ...body, now })),
    }),
  ]
}
