import { describe, expect, test } from 'bun:test'
import { typedDigits, westernDigits } from './typed-digits.ts'

describe('typed digits', () => {
  test('digits of Arabic and Persian keyboards are read as the same number', () => {
    expect([typedDigits('٠١٢٣٤٥٦٧٨٩'), typedDigits('۰۱۲۳۴۵۶۷۸۹')]).toEqual(['0123456789', '0123456789'])
  })

  test('signs between the digits of a code are left out', () => {
    expect(typedDigits(' 48-29 13\n')).toBe('482913')
  })

  test('the letters of a recovery code stay', () => {
    expect(westernDigits('ab٤-cd')).toBe('ab4-cd')
  })
})
