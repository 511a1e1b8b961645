import { PAYMENT_DIRECTIONS, type PaymentDirection } from '../../../events/payment-orders.ts'
import { CURRENCY_COUNTRY, type FiatCurrency } from './currency.ts'

export const PAYMENT_METHODS = [
  'BANK_TRANSFER',
  'MPESA',
  'MTN_MOMO',
  'AIRTEL_MONEY',
  'VODAFONE_CASH',
  'TIGO_PESA',
  'HALOPESA',
  'CARD',
  'AIRTIME',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** A payment by a method. */
export interface MethodUse {
  method: PaymentMethod
  currency: FiatCurrency
  direction: PaymentDirection
}

interface MethodRules {
  currencies: readonly FiatCurrency[]
  directions: readonly PaymentDirection[]
  /** The account is a phone number of the country of the currency. */
  needsPhoneNumber: boolean
  /** The usual duration of a pay-out. */
  payoutMinutes: number
}

const BOTH = ['ON_RAMP', 'OFF_RAMP'] as const
const ALL_CURRENCIES = ['NGN', 'KES', 'GHS', 'UGX', 'TZS', 'ZAR'] as const

export const METHODS: Record<PaymentMethod, MethodRules> = {
  BANK_TRANSFER: { currencies: ALL_CURRENCIES, directions: BOTH, needsPhoneNumber: false, payoutMinutes: 30 },
  MPESA: { currencies: ['KES', 'TZS'], directions: BOTH, needsPhoneNumber: true, payoutMinutes: 5 },
  MTN_MOMO: { currencies: ['GHS', 'UGX'], directions: BOTH, needsPhoneNumber: true, payoutMinutes: 5 },
  AIRTEL_MONEY: {
    currencies: ['KES', 'UGX', 'TZS'],
    directions: BOTH,
    needsPhoneNumber: true,
    payoutMinutes: 5,
  },
  VODAFONE_CASH: { currencies: ['GHS'], directions: BOTH, needsPhoneNumber: true, payoutMinutes: 5 },
  TIGO_PESA: { currencies: ['TZS'], directions: BOTH, needsPhoneNumber: true, payoutMinutes: 5 },
  HALOPESA: { currencies: ['TZS'], directions: BOTH, needsPhoneNumber: true, payoutMinutes: 5 },
  CARD: {
    currencies: ['NGN', 'KES', 'GHS', 'ZAR'],
    directions: ['ON_RAMP'],
    needsPhoneNumber: false,
    payoutMinutes: 0,
  },
  AIRTIME: { currencies: ALL_CURRENCIES, directions: ['OFF_RAMP'], needsPhoneNumber: true, payoutMinutes: 2 },
}

export function isMethodInMarket(
  method: PaymentMethod,
  currency: FiatCurrency,
  direction: PaymentDirection,
): boolean {
  const { currencies, directions } = METHODS[method]
  return currencies.includes(currency) && directions.includes(direction)
}

/** Lists the methods of a currency as clients show them, with the directions that are available. */
export function methodsFor(currency: FiatCurrency, isAvailable: (use: MethodUse) => boolean) {
  return PAYMENT_METHODS.map((method) => ({
    method,
    directions: PAYMENT_DIRECTIONS.filter((direction) => isAvailable({ method, currency, direction })),
  }))
    .filter(({ directions }) => directions.length > 0)
    .map(({ method, directions }) => ({
      paymentMethod: method,
      country: CURRENCY_COUNTRY[currency],
      directions,
      needsPhoneNumber: METHODS[method].needsPhoneNumber,
      estimatedPayoutMinutes: directions.includes('OFF_RAMP') ? METHODS[method].payoutMinutes : null,
    }))
}
