import { expect, test } from 'bun:test'
import { formatAmount, parseDecimal, toNumber } from './amount.ts'

test('smallest units are formatted without trailing zeros', () => {
  expect(toNumber(12_345n, 'GHS')).toBe(123.45)
  expect(formatAmount(150_000n, 'NGN')).toBe('1500')
  expect(formatAmount(5n, 'NGN')).toBe('0.05')
  expect(formatAmount(7n, 'UGX')).toBe('7')
})

test('decimal text is truncated to the given decimals, and other text is rejected', () => {
  expect(parseDecimal('1616.123456789', 8)).toBe(161_612_345_678n)
  expect(parseDecimal(0.0000001, 8)).toBe(10n)
  expect(parseDecimal('1e5', 8)).toBeUndefined()
  expect(parseDecimal('-1', 8)).toBeUndefined()
})
