import type { Refusal } from '../../platform/errors.ts'
import { parseDecimal, withoutExponent } from '../payment-providers/public/amount.ts'
import { type Currency, DECIMALS, type FiatCurrency } from '../payment-providers/public/currency.ts'
import { errors } from './errors.ts'

/** JSON numbers represent this many digits exactly. */
const MAX_DIGITS = 15

/** About 1 to 2,000 US dollars. */
const DEFAULT_LIMITS: Record<FiatCurrency, { min: string; max: string }> = {
  NGN: { min: '1500', max: '3000000' },
  KES: { min: '130', max: '250000' },
  GHS: { min: '12', max: '25000' },
  UGX: { min: '3700', max: '7000000' },
  TZS: { min: '2600', max: '5000000' },
  ZAR: { min: '18', max: '35000' },
}

/** Converts a JSON number to smallest units; throws if it is not positive, too precise or too large. */
export function parseAmount(amount: number, currency: Currency, field: string): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(withoutExponent(amount))
  if (!match || amount <= 0) throw amountOutOfRange(field, 'must be more than zero')
  const [, whole = '', fraction = ''] = match
  const decimals = DECIMALS[currency]
  if (fraction.length > decimals)
    throw errors.amount_too_precise({
      details: [{ field, message: `${currency} has ${decimals} decimals` }],
    })
  const digits = whole + fraction.padEnd(decimals, '0')
  if (digits.replace(/^0+/, '').length > MAX_DIGITS) throw amountOutOfRange(field, 'is too large')
  return BigInt(digits)
}

export function amountOutOfRange(field: string, message: string): Refusal {
  return errors.amount_out_of_range({ details: [{ field, message }] })
}

/** Returns the smallest and the largest amount of one payment, in smallest units. */
export function amountLimits(
  configured: Partial<Record<string, { min: string; max: string }>>,
  currency: FiatCurrency,
): { min: bigint; max: bigint } {
  const { min, max } = configured[currency] ?? DEFAULT_LIMITS[currency]
  const units = (text: string) => parseDecimal(text, DECIMALS[currency])!
  return { min: units(min), max: units(max) }
}
