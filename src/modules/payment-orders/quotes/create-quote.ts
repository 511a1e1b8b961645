import { addMs, SECOND_MS } from '../../../platform/clock.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { formatAmount } from '../../payment-providers/public/amount.ts'
import type { CryptoCurrency, FiatCurrency } from '../../payment-providers/public/currency.ts'
import type { PaymentProvider } from '../../payment-providers/public/provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { errors } from '../errors.ts'
import { amountLimits, amountOutOfRange, parseAmount } from '../parse-amount.ts'
import { insertQuote, type Quote } from './queries.ts'
import { gemRate, priceOffRamp, priceOnRamp, QUOTE_SECONDS, type QuotedTerms } from './quote-pricing.ts'

/** What the configuration disables stays disabled for long. */
const DISABLED_RETRY_SECONDS = 3600

interface QuoteRequest {
  userId: UserId
  fiatCurrency: FiatCurrency
  cryptoCurrency: CryptoCurrency
  now: Date
}

/** Stores a quote for a purchase, which is valid for five minutes. */
export async function quoteOnRamp(
  deps: PaymentDeps,
  { fiatAmount: amount, ...request }: QuoteRequest & { fiatAmount: number },
): Promise<Quote> {
  const { fiatCurrency, cryptoCurrency: asset } = request
  const { feeBasisPoints, gemPrice } = deps.platform.config.payments
  const fiatAmount = parseAmount(amount, fiatCurrency, 'fiatAmount')
  checkLimits(deps, fiatAmount, fiatCurrency, 'fiatAmount')
  requireTokens(deps, asset)
  const provider = requireProvider(deps)
  const tokenRate = await deps.rates.get(provider, fiatCurrency, 'ON_RAMP')
  const rate = asset === 'GEMS' ? gemRate(tokenRate, gemPrice) : tokenRate
  const { fee, tokenAmount } = priceOnRamp(fiatAmount, { fiatCurrency, asset, rate, feeBasisPoints })
  if (tokenAmount === 0n) throw amountOutOfRange('fiatAmount', 'is too small to buy anything')
  return storeQuote(deps, request, {
    direction: 'ON_RAMP',
    provider: provider.name,
    fiatCurrency,
    fiatAmount,
    asset,
    tokenAmount,
    rate,
    fee,
  })
}

/** Stores a quote for a sale of tokens, which is valid for two minutes. */
export async function quoteOffRamp(
  deps: PaymentDeps,
  { cryptoAmount, ...request }: QuoteRequest & { cryptoAmount: number },
): Promise<Quote> {
  const { fiatCurrency, cryptoCurrency: asset } = request
  const { feeBasisPoints } = deps.platform.config.payments
  if (asset === 'GEMS') throw errors.currency_not_supported()
  const tokenAmount = parseAmount(cryptoAmount, asset, 'cryptoAmount')
  requireTokens(deps, asset)
  const provider = requireProvider(deps)
  const rate = await deps.rates.get(provider, fiatCurrency, 'OFF_RAMP')
  const { fiatAmount, fee, netPayout } = priceOffRamp(tokenAmount, {
    fiatCurrency,
    asset,
    rate,
    feeBasisPoints,
  })
  checkLimits(deps, fiatAmount, fiatCurrency, 'cryptoAmount')
  if (netPayout <= 0n) throw amountOutOfRange('cryptoAmount', 'is too small to be paid out')
  return storeQuote(deps, request, {
    direction: 'OFF_RAMP',
    provider: provider.name,
    fiatCurrency,
    fiatAmount,
    asset,
    tokenAmount,
    rate,
    fee,
  })
}

async function storeQuote(
  { platform }: PaymentDeps,
  { userId, now }: QuoteRequest,
  terms: QuotedTerms,
): Promise<Quote> {
  const expiresAt = addMs(now, QUOTE_SECONDS[terms.direction] * SECOND_MS)
  const quote: Quote = { id: newId(), userId, createdAt: now, expiresAt, usedAt: null, ...terms }
  await platform.write((tx) => insertQuote(tx, quote))
  return quote
}

function checkLimits({ platform }: PaymentDeps, amount: bigint, currency: FiatCurrency, field: string): void {
  const { min, max } = amountLimits(platform.config.payments.limits, currency)
  if (amount < min || amount > max)
    throw amountOutOfRange(
      field,
      `must be worth ${formatAmount(min, currency)} to ${formatAmount(max, currency)} ${currency}`,
    )
}

/** Throws if the chain has no test token; such a chain sells only gems. */
function requireTokens({ platform }: PaymentDeps, asset: CryptoCurrency): void {
  if (asset === 'CHAIN_USDT' && !platform.chain.contracts.TestUsdt)
    throw commonErrors.provider_unavailable({
      message: 'Tokens are not traded on this chain.',
      retryAfterSeconds: DISABLED_RETRY_SECONDS,
    })
}

function requireProvider({ providers }: PaymentDeps): PaymentProvider {
  if (!providers.defaultProvider)
    throw commonErrors.provider_unavailable({
      message: 'Payments are disabled on this server.',
      retryAfterSeconds: DISABLED_RETRY_SECONDS,
    })
  return providers.defaultProvider
}
