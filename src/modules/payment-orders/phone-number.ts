import type { FiatCurrency } from '../payment-providers/public/currency.ts'

/**
 * Numbers that money and airtime can be sent to: the country's code and what its mobile numbers look like behind it.
 * Six countries are a table; whether a number is in service, only its operator knows.
 */
const MOBILE_PATTERNS: Record<FiatCurrency, RegExp> = {
  NGN: /^\+234[789]\d{9}$/,
  KES: /^\+254[17]\d{8}$/,
  GHS: /^\+233[25]\d{8}$/,
  UGX: /^\+2567\d{8}$/,
  TZS: /^\+255[67]\d{8}$/,
  ZAR: /^\+27[678]\d{8}$/,
}

/** The number without what people put between digits; undefined when it is none of this currency's country. */
export function parseMobileNumber(text: string, currency: FiatCurrency): string | undefined {
  const number = text.replace(/[\s().-]/g, '')
  return MOBILE_PATTERNS[currency].test(number) ? number : undefined
}

/** Any number in the international form, for methods that only keep it. */
export function parsePhoneNumber(text: string): string | undefined {
  const number = text.replace(/[\s().-]/g, '')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined
}
