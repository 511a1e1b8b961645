import { expect, test } from 'bun:test'
import { totalText } from './total-text.ts'

test('a total at the limit of the count says that there may be more', () => {
  const number = (value: number) => value.toLocaleString('en')
  expect(totalText(9_999, number)).toBe('9,999')
  expect(totalText(10_000, number)).toBe('10,000+')
})
