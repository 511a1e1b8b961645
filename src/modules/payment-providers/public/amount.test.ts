import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../platform/errors.ts'
import { parseAmount } from '../../payment-orders/parse-amount.ts'
import { formatAmount, parseDecimal, toNumber } from './amount.ts'
import type { Currency } from './currency.ts'

function outcome(amount: number, currency: Currency): bigint | string {
  try {
    return parseAmount(amount, currency, 'amount')
  } catch (fault) {
    if (fault instanceof Refusal) return `${fault.status} ${fault.code}`
    throw fault
  }
}

describe('a number becomes smallest units', () => {
  test.each([
    [1500, 'NGN', 150_000n],
    [0.01, 'NGN', 1n],
    [19.99, 'KES', 1_999n],
    [3700, 'UGX', 3_700n],
    [0.000001, 'CHAIN_USDT', 1n],
    [12.345678, 'CHAIN_USDT', 12_345_678n],
    [0.1 + 0.2, 'CHAIN_USDT', '422 AMOUNT_TOO_PRECISE'],
    [1.005, 'NGN', '422 AMOUNT_TOO_PRECISE'],
    [0.5, 'UGX', '422 AMOUNT_TOO_PRECISE'],
    [1e-7, 'CHAIN_USDT', '422 AMOUNT_TOO_PRECISE'],
    [5e-324, 'NGN', '422 AMOUNT_TOO_PRECISE'],
    [0, 'NGN', '422 AMOUNT_OUT_OF_RANGE'],
    [-0, 'NGN', '422 AMOUNT_OUT_OF_RANGE'],
    [-1, 'NGN', '422 AMOUNT_OUT_OF_RANGE'],
    [Number.NaN, 'NGN', '422 AMOUNT_OUT_OF_RANGE'],
    [Number.POSITIVE_INFINITY, 'NGN', '422 AMOUNT_OUT_OF_RANGE'],
    [1e21, 'NGN', '422 AMOUNT_OUT_OF_RANGE'],
    [2 ** 53 + 2, 'NGN', '422 AMOUNT_OUT_OF_RANGE'],
    [1.5, 'GEMS', '422 AMOUNT_TOO_PRECISE'],
  ] as [number, Currency, bigint | string][])('%p %s', (amount, currency, expected) => {
    expect(outcome(amount, currency)).toBe(expected)
  })
})

test('units become the number that they came from, and a text without needless noughts', () => {
  expect(toNumber(parseAmount(123.45, 'GHS', 'amount'), 'GHS')).toBe(123.45)
  expect(formatAmount(150_000n, 'NGN')).toBe('1500')
  expect(formatAmount(5n, 'NGN')).toBe('0.05')
  expect(formatAmount(7n, 'UGX')).toBe('7')
})

test('numbers of others are cut to the decimals that are known, and words are none', () => {
  expect(parseDecimal('1616.123456789', 8)).toBe(161_612_345_678n)
  expect(parseDecimal(0.0000001, 8)).toBe(10n)
  expect(parseDecimal('1e5', 8)).toBeUndefined()
  expect(parseDecimal('-1', 8)).toBeUndefined()
})
