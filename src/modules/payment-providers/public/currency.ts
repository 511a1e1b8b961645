/** The currencies of the supported countries. */
export const FIAT_CURRENCIES = ['NGN', 'KES', 'GHS', 'UGX', 'TZS', 'ZAR'] as const
export type FiatCurrency = (typeof FIAT_CURRENCIES)[number]

/** What users buy and sell: tokens on the chain, or gems in the ledger. */
export const ASSETS = ['CHAIN_USDT', 'GEMS'] as const
export type CryptoCurrency = (typeof ASSETS)[number]

export type Currency = FiatCurrency | CryptoCurrency

/** Decimals of each currency, by ISO 4217 for fiat. */
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

export function unitsPerWhole(currency: Currency): bigint {
  return 10n ** BigInt(DECIMALS[currency])
}
