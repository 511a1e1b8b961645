/** The money of the countries that we serve, with the decimals that each has by ISO 4217. */
export const FIAT_CURRENCIES = ['NGN', 'KES', 'GHS', 'UGX', 'TZS', 'ZAR'] as const
export type FiatCurrency = (typeof FIAT_CURRENCIES)[number]

/** What is bought and sold: tokens on the chain, or gems in the books. */
export const ASSETS = ['CHAIN_USDT', 'GEMS'] as const
export type CryptoCurrency = (typeof ASSETS)[number]

export type Currency = FiatCurrency | CryptoCurrency

export const DECIMALS: Record<Currency, number> = {
  NGN: 2,
  KES: 2,
  GHS: 2,
  UGX: 0,
  TZS: 2,
  ZAR: 2,
  CHAIN_USDT: 6,
  GEMS: 0,
}

export const CURRENCY_COUNTRY: Record<FiatCurrency, string> = {
  NGN: 'NG',
  KES: 'KE',
  GHS: 'GH',
  UGX: 'UG',
  TZS: 'TZ',
  ZAR: 'ZA',
}

/** How many smallest units one whole is. */
export function unitsPerWhole(currency: Currency): bigint {
  return 10n ** BigInt(DECIMALS[currency])
}
