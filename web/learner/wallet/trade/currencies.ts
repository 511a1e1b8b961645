import type { FiatCurrency } from '../payment-types.ts'

/** The currency of each supported country, and a phone number as an example. */
export const CURRENCIES: Record<FiatCurrency, { country: string; phone: string }> = {
  GHS: { country: 'GH', phone: '+233 24 123 4567' },
  KES: { country: 'KE', phone: '+254 712 345 678' },
  NGN: { country: 'NG', phone: '+234 803 123 4567' },
  TZS: { country: 'TZ', phone: '+255 754 123 456' },
  UGX: { country: 'UG', phone: '+256 772 123 456' },
  ZAR: { country: 'ZA', phone: '+27 82 123 4567' },
}

export const CURRENCY_CODES = Object.keys(CURRENCIES) as FiatCurrency[]

/** The currency of the learner's country; without a supported one, the currency of most learners. */
export function currencyOf(country: string | null): FiatCurrency {
  return CURRENCY_CODES.find((code) => CURRENCIES[code].country === country) ?? 'NGN'
}
