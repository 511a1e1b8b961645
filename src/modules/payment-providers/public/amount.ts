import { type Currency, DECIMALS } from './currency.ts'

/** Rates are integers with eight decimals: fiat for one token, times 10^8. */
export const RATE_DECIMALS = 8

/** Writes a number without an exponent where it is a small fraction, so that its decimals can be counted. */
export function withoutExponent(amount: number): string {
  const text = String(amount)
  const small = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  if (!small) return text
  const [, first, others = '', exponent] = small
  return `0.${'0'.repeat(Number(exponent) - 1)}${first}${others}`
}

/** Formats smallest units: "12.50" with all decimals of the currency, "1500" if the amount is whole. */
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

/** Parses a decimal number of a provider and rounds it towards zero; undefined if it is not a number. */
export function parseDecimal(text: string | number, decimals: number): bigint | undefined {
  const written = /^(\d+)(?:\.(\d+))?$/.exec(typeof text === 'number' ? withoutExponent(text) : text)
  if (!written) return undefined
  return BigInt(written[1]! + (written[2] ?? '').slice(0, decimals).padEnd(decimals, '0'))
}
