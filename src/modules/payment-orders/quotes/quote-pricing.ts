import type { CryptoCurrency, FiatCurrency } from '../../payment-providers/public/currency.ts'
import { unitsPerWhole } from '../../payment-providers/public/currency.ts'

/** Rates are whole numbers with eight decimals: fiat for one token. */
export const RATE_DECIMALS = 8
const RATE_ONE = 10n ** BigInt(RATE_DECIMALS)
const BASIS_POINTS = 10_000n

/** On-ramp quotes live for five minutes, off-ramp quotes for two: the house bears the rate meanwhile. */
export const QUOTE_SECONDS = { ON_RAMP: 300, OFF_RAMP: 120 } as const

interface PricingInput {
  fiatCurrency: FiatCurrency
  asset: CryptoCurrency
  rate: bigint
  feeBasisPoints: number
}

/** What an amount of money buys: the fee comes off first and is rounded up, what is bought is rounded down. */
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
 * What tokens bring. The pay-out is rounded down once, from the exact value; the gross amount is too, and the fee is the
 * difference, so that the three add up and none is more than one smallest unit away from what is exact.
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

/** Fiat for one gem, from fiat for one token; rounded against whoever buys. */
export function gemRate(tokenRate: bigint, gemPriceUnits: bigint): bigint {
  return ceil(tokenRate * gemPriceUnits, unitsPerWhole('CHAIN_USDT'))
}

function ceil(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
