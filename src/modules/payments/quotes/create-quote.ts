import { later, SECOND_MS } from '../../../platform/clock.ts'
import { refusals } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Direction } from '../direction.ts'
import { errors } from '../errors.ts'
import { limitsOf } from '../limits.ts'
import { outOfRange, textOf, unitsOf } from '../money/amount.ts'
import type { CryptoCurrency, FiatCurrency } from '../money/currency.ts'
import type { Terms } from '../orders/order.ts'
import type { PaymentParts } from '../parts.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { insertQuote, type Quote } from './queries.ts'
import { gemRate, QUOTE_SECONDS, reckonOffRamp, reckonOnRamp } from './quote.ts'

/** What is closed by configuration is not open a moment later. */
const CLOSED_SECONDS = 3600

interface QuoteRequest {
  userId: UserId
  fiatCurrency: FiatCurrency
  cryptoCurrency: CryptoCurrency
  now: Date
}

/** What somebody's money would buy, good for five minutes. */
export async function quoteOnRamp(
  parts: PaymentParts,
  { fiatAmount: amount, ...request }: QuoteRequest & { fiatAmount: number },
): Promise<Quote> {
  const { fiatCurrency, cryptoCurrency: asset } = request
  const { feeBasisPoints, gemPrice } = parts.platform.config.payments
  const fiatAmount = unitsOf(amount, fiatCurrency, 'fiatAmount')
  checkLimits(parts, fiatAmount, fiatCurrency, 'fiatAmount')
  requireTokens(parts, asset)
  const provider = openProvider(parts)
  const tokenRate = await parts.rates.get(provider, fiatCurrency, 'ON_RAMP')
  const rate = asset === 'GEMS' ? gemRate(tokenRate, gemPrice) : tokenRate
  const { fee, tokenAmount } = reckonOnRamp(fiatAmount, { fiatCurrency, asset, rate, feeBasisPoints })
  if (tokenAmount === 0n) throw outOfRange('fiatAmount', 'is too little to buy anything')
  return keep(parts, request, {
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

/** What somebody's tokens would bring, good for two minutes. */
export async function quoteOffRamp(
  parts: PaymentParts,
  { cryptoAmount, ...request }: QuoteRequest & { cryptoAmount: number },
): Promise<Quote> {
  const { fiatCurrency, cryptoCurrency: asset } = request
  const { feeBasisPoints } = parts.platform.config.payments
  if (asset === 'GEMS') throw errors.currency_not_supported()
  const tokenAmount = unitsOf(cryptoAmount, asset, 'cryptoAmount')
  requireTokens(parts, asset)
  const provider = openProvider(parts)
  const rate = await parts.rates.get(provider, fiatCurrency, 'OFF_RAMP')
  const { fiatAmount, fee, netPayout } = reckonOffRamp(tokenAmount, {
    fiatCurrency,
    asset,
    rate,
    feeBasisPoints,
  })
  checkLimits(parts, fiatAmount, fiatCurrency, 'cryptoAmount')
  if (netPayout <= 0n) throw outOfRange('cryptoAmount', 'is too little to be paid out')
  return keep(parts, request, {
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

async function keep(
  { platform }: PaymentParts,
  { userId, now }: QuoteRequest,
  terms: Terms & { direction: Direction },
): Promise<Quote> {
  const expiresAt = later(now, QUOTE_SECONDS[terms.direction] * SECOND_MS)
  const quote: Quote = { id: newId(), userId, createdAt: now, expiresAt, usedAt: null, ...terms }
  await platform.write((tx) => insertQuote(tx, quote))
  return quote
}

function checkLimits(
  { platform }: PaymentParts,
  amount: bigint,
  currency: FiatCurrency,
  field: string,
): void {
  const { least, most } = limitsOf(platform.config.payments.limits, currency)
  if (amount < least || amount > most)
    throw outOfRange(
      field,
      `must be worth ${textOf(least, currency)} to ${textOf(most, currency)} ${currency}`,
    )
}

/** Only test money can be moved yet; a chain without it trades gems alone. */
function requireTokens({ platform }: PaymentParts, asset: CryptoCurrency): void {
  if (asset === 'CHAIN_USDT' && !platform.chain.contracts.TestUsdt)
    throw refusals.provider_unavailable({
      message: 'Tokens are not traded on this chain.',
      retryAfterSeconds: CLOSED_SECONDS,
    })
}

function openProvider({ providers }: PaymentParts): PaymentProvider {
  if (!providers.current)
    throw refusals.provider_unavailable({
      message: 'Payments are not open here.',
      retryAfterSeconds: CLOSED_SECONDS,
    })
  return providers.current
}
