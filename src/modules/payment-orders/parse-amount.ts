import { parseDecimal } from '../payment-providers/public/amount.ts'
import { DECIMALS, type FiatCurrency } from '../payment-providers/public/currency.ts'

/** About one dollar to two thousand, unless the configuration says otherwise. */
const DEFAULT_LIMITS: Record<FiatCurrency, { least: string; most: string }> = {
  NGN: { least: '1500', most: '3000000' },
  KES: { least: '130', most: '250000' },
  GHS: { least: '12', most: '25000' },
  UGX: { least: '3700', most: '7000000' },
  TZS: { least: '2600', most: '5000000' },
  ZAR: { least: '18', most: '35000' },
}

/** What one payment may be, in smallest units. */
export function amountLimits(
  configured: Partial<Record<string, { least: string; most: string }>>,
  currency: FiatCurrency,
): { least: bigint; most: bigint } {
  const { least, most } = configured[currency] ?? DEFAULT_LIMITS[currency]
  const units = (text: string) => parseDecimal(text, DECIMALS[currency])!
  return { least: units(least), most: units(most) }
}
