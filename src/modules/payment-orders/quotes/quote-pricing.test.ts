import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ASSETS, FIAT_CURRENCIES, unitsPerWhole } from '../../payment-providers/public/currency.ts'
import { gemRate, priceOffRamp, priceOnRamp } from './quote-pricing.ts'

const RUNS = Number(process.env.QUOTE_RUNS ?? 10_000)
const SCALE = 10n ** 8n

const fiatCurrency = fc.constantFrom(...FIAT_CURRENCIES)
const rate = fc.bigInt(1n, 10_000n * SCALE)
const feeBasisPoints = fc.integer({ min: 0, max: 5_000 })
const amount = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 12n))

describe('for any amount, rate and fee', () => {
  test('buying and selling immediately never makes a profit', () => {
    fc.assert(
      fc.property(fiatCurrency, amount, rate, fc.bigInt(0n, 100n * SCALE), feeBasisPoints, (...given) => {
        const [currency, fiatAmount, sellRate, spread, fee] = given
        const common = { fiatCurrency: currency, asset: 'CHAIN_USDT', feeBasisPoints: fee } as const
        const bought = priceOnRamp(fiatAmount, { ...common, rate: sellRate + spread })
        const sold = priceOffRamp(bought.tokenAmount, { ...common, rate: sellRate })
        expect(sold.netPayout).toBeLessThanOrEqual(fiatAmount - bought.fee)
        expect(bought.fee).toBeGreaterThanOrEqual(0n)
        expect(sold.fee).toBeGreaterThanOrEqual(0n)
      }),
      { numRuns: RUNS },
    )
  })

  test('the bought amount is rounded down by less than one smallest unit', () => {
    fc.assert(
      fc.property(fiatCurrency, fc.constantFrom(...ASSETS), amount, rate, feeBasisPoints, (...given) => {
        const [currency, asset, fiatAmount, atRate, basisPoints] = given
        const reckoning = { fiatCurrency: currency, asset, rate: atRate, feeBasisPoints: basisPoints }
        const { fee, tokenAmount } = priceOnRamp(fiatAmount, reckoning)
        // Fees as quoted: the share, rounded up by less than one unit.
        const exactFee = fiatAmount * BigInt(basisPoints)
        expect(fee * 10_000n).toBeGreaterThanOrEqual(exactFee)
        expect((fee - 1n) * 10_000n).toBeLessThan(exactFee === 0n ? 1n : exactFee)
        const worth = (tokens: bigint) => tokens * atRate * unitsPerWhole(currency)
        const paid = (fiatAmount - fee) * unitsPerWhole(asset) * SCALE
        expect(worth(tokenAmount)).toBeLessThanOrEqual(paid)
        expect(worth(tokenAmount + 1n)).toBeGreaterThan(paid)
      }),
      { numRuns: RUNS },
    )
  })

  test('a pay-out is rounded down by less than one smallest unit, and amount, fee and pay-out add up', () => {
    fc.assert(
      fc.property(fiatCurrency, amount, rate, feeBasisPoints, (currency, tokens, atRate, basisPoints) => {
        const asset = 'CHAIN_USDT'
        const reckoning = {
          fiatCurrency: currency,
          asset,
          rate: atRate,
          feeBasisPoints: basisPoints,
        } as const
        const { fiatAmount, fee, netPayout } = priceOffRamp(tokens, reckoning)
        expect(fiatAmount - fee).toBe(netPayout)
        const exact = tokens * atRate * unitsPerWhole(currency) * (10_000n - BigInt(basisPoints))
        const scale = unitsPerWhole(asset) * SCALE * 10_000n
        expect(netPayout * scale).toBeLessThanOrEqual(exact)
        expect((netPayout + 1n) * scale).toBeGreaterThan(exact)
      }),
      { numRuns: RUNS },
    )
  })
})

test('a gem is never sold for less than its price', () => {
  expect(gemRate(130n * SCALE, 10_000n)).toBe(130_000_000n)
  expect(gemRate(1n, 10_000n)).toBe(1n)
})
