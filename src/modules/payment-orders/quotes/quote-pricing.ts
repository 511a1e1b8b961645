import type { PaymentDirection } from '../../../events/payment-orders.ts'
import type { Id } from '../../../platform/ids.ts'
import { RATE_DECIMALS } from '../../payment-providers/public/amount.ts'
import {
  type CryptoCurrency,
  type FiatCurrency,
  unitsPerWhole,
} from '../../payment-providers/public/currency.ts'

const RATE_ONE = 10n ** BigInt(RATE_DECIMALS)
const BASIS_POINTS = 10_000n

/** How long a quote is valid; meanwhile we carry the risk of the rate. */
export const QUOTE_SECONDS = { ON_RAMP: 300, OFF_RAMP: 120 } as const

export type QuoteId = Id<'PaymentQuote'>

/** The terms of a quote. Amounts are in smallest units. */
export interface QuotedTerms {
  direction: PaymentDirection
  provider: string
  fiatCurrency: FiatCurrency
  fiatAmount: bigint
  asset: CryptoCurrency
  tokenAmount: bigint
  /** Fiat for one token, times 10^8. */
  rate: bigint
  /** In fiat. */
  fee: bigint
}

/** Returns what the recipient of an off-ramp gets. */
export function netPayout({ fiatAmount, fee }: Pick<QuotedTerms, 'fiatAmount' | 'fee'>): bigint {
  return fiatAmount - fee
}

type PricingInput = Pick<QuotedTerms, 'fiatCurrency' | 'asset' | 'rate'> & { feeBasisPoints: number }

/** Deducts the fee, rounded up, and returns the tokens that the rest buys, rounded down. */
export function priceOnRamp(
  fiatAmount: bigint,
  { fiatCurrency, asset, rate, feeBasisPoints }: PricingInput,
): { fee: bigint; tokenAmount: bigint } {
  const fee = ceil(fiatAmount * BigInt(feeBasisPoints), BASIS_POINTS)
  const tokenAmount =
    ((fiatAmount - fee) * unitsPerWhole(asset) * RATE_ONE) / (unitsPerWhole(fiatCurrency) * rate)
  return { fee, tokenAmount }
}

/**
 * Returns what a sale of tokens brings. The gross amount and the payout are rounded down from the exact value, and the fee
 * is their difference: the three add up, and each differs from the exact value by at most one smallest unit.
 */
export function priceOffRamp(
  tokenAmount: bigint,
  { fiatCurrency, asset, rate, feeBasisPoints }: PricingInput,
): { fiatAmount: bigint; fee: bigint; netPayout: bigint } {
  const worth = tokenAmount * rate * unitsPerWhole(fiatCurrency)
  const scale = unitsPerWhole(asset) * RATE_ONE
  const fiatAmount = worth / scale
  const net = (worth * (BASIS_POINTS - BigInt(feeBasisPoints))) / (scale * BASIS_POINTS)
  return { fiatAmount, fee: fiatAmount - net, netPayout: net }
}

/** Converts the rate of one token to the rate of one gem, rounded up at the buyer's expense. */
export function gemRate(tokenRate: bigint, gemPriceUnits: bigint): bigint {
  return ceil(tokenRate * gemPriceUnits, unitsPerWhole('CHAIN_USDT'))
}

function ceil(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
