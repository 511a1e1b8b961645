import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../platform/errors.ts'
import type { Currency } from '../payment-providers/public/currency.ts'
import { parseAmount } from './parse-amount.ts'

function outcome(amount: number, currency: Currency): bigint | string {
  try {
    return parseAmount(amount, currency, 'amount')
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`
    throw error
  }
}

describe('a JSON number is converted to smallest units', () => {
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
  ] as [number, Currency, bigint | string][])(
    'the amount %p %s is converted or refused',
    (amount, currency, expected) => {
      expect(outcome(amount, currency)).toBe(expected)
    },
  )
})
