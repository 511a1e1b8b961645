import { PAYMENT_DIRECTIONS } from '../../../events/payment-orders.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { z } from '../../../platform/zod.ts'
import { toNumber } from '../../payment-providers/public/amount.ts'
import { ASSETS, DECIMALS, FIAT_CURRENCIES } from '../../payment-providers/public/currency.ts'
import { isMethodAvailable } from '../../payment-providers/public/method-availability.ts'
import { methodsFor, PAYMENT_METHODS } from '../../payment-providers/public/payment-method.ts'
import { type PaymentDeps, TAG } from '../deps.ts'
import { errors } from '../errors.ts'
import { EXAMPLES } from '../examples.ts'
import { amountLimits } from '../parse-amount.ts'
import { quoteOffRamp, quoteOnRamp } from './create-quote.ts'
import * as view from './quote-view.ts'

const Fiat = z.enum(FIAT_CURRENCIES)
const Crypto = z.enum(ASSETS)
const Amount = z.number().openapi({ description: 'At most as many decimals as the currency has.' })
const AMOUNTS = [errors.amount_out_of_range, errors.amount_too_precise, commonErrors.provider_unavailable]

export function quoteRoutes(deps: PaymentDeps): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/payment/methods',
      tag: TAG,
      summary: 'List the payment methods of a currency, and its limits',
      description: 'Lists the methods by which users can currently pay or be paid.',
      access: 'user',
      query: z.object({ currency: Fiat }),
      response: {
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
        const { min, max } = amountLimits(platform.config.payments.limits, currency)
        return {
          currency,
          decimals: DECIMALS[currency],
          minimumAmount: toNumber(min, currency),
          maximumAmount: toNumber(max, currency),
          methods: methodsFor(currency, (use) =>
            isMethodAvailable(providers, providers.defaultProvider, use),
          ),
        }
      },
    }),

    endpoint({
      method: 'post',
      path: '/payment/on-ramp/quote',
      tag: TAG,
      summary: 'Quote a purchase',
      description: 'The quote is valid for five minutes and for one order of the caller.',
      access: 'user',
      body: z.object({ fiatAmount: Amount, fiatCurrency: Fiat, cryptoCurrency: Crypto }),
      bodyExample: { fiatAmount: 15000, fiatCurrency: 'NGN', cryptoCurrency: 'CHAIN_USDT' },
      response: { data: view.OnRampQuoteSchema, example: EXAMPLES.onRampQuote },
      refusals: AMOUNTS,
      handle: async ({ caller: { userId }, body, respondAfterCommit, now }) =>
        respondAfterCommit(view.onRampQuoteView(await quoteOnRamp(deps, { userId, ...body, now }))),
    }),

    endpoint({
      method: 'post',
      path: '/payment/off-ramp/quote',
      tag: TAG,
      summary: 'Quote a sale of tokens',
      description:
        'The quote is valid for two minutes and for one order of the caller. The recipient gets `netPayout`.',
      access: 'user',
      body: z.object({ cryptoAmount: Amount, cryptoCurrency: Crypto, fiatCurrency: Fiat }),
      bodyExample: { cryptoAmount: 10, cryptoCurrency: 'CHAIN_USDT', fiatCurrency: 'KES' },
      response: { data: view.OffRampQuoteSchema, example: EXAMPLES.offRampQuote },
      refusals: [...AMOUNTS, errors.currency_not_supported],
      handle: async ({ caller: { userId }, body, respondAfterCommit, now }) =>
        respondAfterCommit(view.offRampQuoteView(await quoteOffRamp(deps, { userId, ...body, now }))),
    }),
  ]
}
