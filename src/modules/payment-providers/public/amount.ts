import type { FieldError, Refusal } from '../../../platform/errors.ts'
import { errors } from '../../payment-orders/errors.ts'
import { type Currency, DECIMALS } from './currency.ts'

/** JSON numbers hold this much exactly, whatever the decimals; nobody pays as much. */
const MAX_DIGITS = 15

/** A number as people write it, in smallest units; refused when it is not a sum that somebody could pay. */
export function parseAmount(amount: number, currency: Currency, field: string): bigint {
  const written = /^(\d+)(?:\.(\d+))?$/.exec(withoutExponent(amount))
  if (!written || amount <= 0) throw amountOutOfRange(field, 'must be more than zero')
  const [, whole = '', fraction = ''] = written
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
  const details: FieldError[] = [{ field, message }]
  return errors.amount_out_of_range({ details })
}

/** Small fractions are written without an exponent, so that their digits can be counted; large numbers keep theirs. */
function withoutExponent(amount: number): string {
  const text = String(amount)
  const small = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  if (!small) return text
  const [, first, others = '', exponent] = small
  return `0.${'0'.repeat(Number(exponent) - 1)}${first}${others}`
}

/** "1500", "12.50": all decimals that the currency has, or none when it is whole. */
export function formatAmount(units: bigint, currency: Currency): string {
  return formatDecimal(units, DECIMALS[currency])
}

export function formatDecimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  return /^0*$/.test(fraction) ? whole : `${whole}.${fraction}`
}

export function toNumber(units: bigint, currency: Currency): number {
  return Number(formatAmount(units, currency))
}

/** A decimal text of somebody else's, rounded towards zero to so many decimals; undefined when it is none. */
export function parseDecimal(text: string | number, decimals: number): bigint | undefined {
  const written = /^(\d+)(?:\.(\d+))?$/.exec(typeof text === 'number' ? withoutExponent(text) : text)
  if (!written) return undefined
  return BigInt(written[1]! + (written[2] ?? '').slice(0, decimals).padEnd(decimals, '0'))
}
