import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { formatDecimal, RATE_DECIMALS, toNumber } from '../../payment-providers/public/amount.ts'
import { ASSETS, FIAT_CURRENCIES } from '../../payment-providers/public/currency.ts'
import type { Quote } from './queries.ts'
import { netPayout, type QuotedTerms } from './quote-pricing.ts'

const Fiat = z.enum(FIAT_CURRENCIES)

export const OnRampQuoteSchema = z.object({
  quoteId: z.uuid(),
  fiatAmount: z.number(),
  fiatCurrency: Fiat,
  cryptoAmount: z.number(),
  cryptoCurrency: z.enum(ASSETS),
  exchangeRate: z.number().openapi({ description: 'Fiat for one token or one gem.' }),
  fee: z.number(),
  feeCurrency: Fiat,
  expiresAt: TimestampSchema,
})

export const OffRampQuoteSchema = OnRampQuoteSchema.extend({ netPayout: z.number() })

export function onRampQuoteView(quote: Quote): z.input<typeof OnRampQuoteSchema> {
  return { quoteId: quote.id, ...termsView(quote), expiresAt: quote.expiresAt.toISOString() }
}

export function offRampQuoteView(quote: Quote): z.input<typeof OffRampQuoteSchema> {
  return { ...onRampQuoteView(quote), netPayout: toNumber(netPayout(quote), quote.fiatCurrency) }
}

/** The terms that a quote and its order have in common. */
export function termsView({ fiatAmount, fiatCurrency, tokenAmount, asset, rate, fee }: QuotedTerms) {
  return {
    fiatAmount: toNumber(fiatAmount, fiatCurrency),
    fiatCurrency,
    cryptoAmount: toNumber(tokenAmount, asset),
    cryptoCurrency: asset,
    exchangeRate: Number(formatDecimal(rate, RATE_DECIMALS)),
    fee: toNumber(fee, fiatCurrency),
    feeCurrency: fiatCurrency,
  }
}
