import { DIRECTIONS, type Direction } from './direction.ts'
import { COUNTRY_OF, type FiatCurrency } from './money/currency.ts'

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

interface MethodRules {
  currencies: readonly FiatCurrency[]
  directions: readonly Direction[]
  /** It goes by a phone number, of the country of its currency. */
  byPhone: boolean
  /** How long a pay-out takes as a rule. */
  payoutMinutes: number
}

const BOTH = ['ON_RAMP', 'OFF_RAMP'] as const
const EVERYWHERE = ['NGN', 'KES', 'GHS', 'UGX', 'TZS', 'ZAR'] as const

export const METHODS: Record<PaymentMethod, MethodRules> = {
  BANK_TRANSFER: { currencies: EVERYWHERE, directions: BOTH, byPhone: false, payoutMinutes: 30 },
  MPESA: { currencies: ['KES', 'TZS'], directions: BOTH, byPhone: true, payoutMinutes: 5 },
  MTN_MOMO: { currencies: ['GHS', 'UGX'], directions: BOTH, byPhone: true, payoutMinutes: 5 },
  AIRTEL_MONEY: { currencies: ['KES', 'UGX', 'TZS'], directions: BOTH, byPhone: true, payoutMinutes: 5 },
  VODAFONE_CASH: { currencies: ['GHS'], directions: BOTH, byPhone: true, payoutMinutes: 5 },
  TIGO_PESA: { currencies: ['TZS'], directions: BOTH, byPhone: true, payoutMinutes: 5 },
  HALOPESA: { currencies: ['TZS'], directions: BOTH, byPhone: true, payoutMinutes: 5 },
  CARD: {
    currencies: ['NGN', 'KES', 'GHS', 'ZAR'],
    directions: ['ON_RAMP'],
    byPhone: false,
    payoutMinutes: 0,
  },
  AIRTIME: { currencies: EVERYWHERE, directions: ['OFF_RAMP'], byPhone: true, payoutMinutes: 2 },
}

export function serves(method: PaymentMethod, currency: FiatCurrency, direction: Direction): boolean {
  const { currencies, directions } = METHODS[method]
  return currencies.includes(currency) && directions.includes(direction)
}

/** What a client shows to whoever chooses. */
export function methodsFor(
  currency: FiatCurrency,
  isOffered: (way: { method: PaymentMethod; currency: FiatCurrency; direction: Direction }) => boolean,
) {
  return PAYMENT_METHODS.map((method) => ({
    method,
    directions: DIRECTIONS.filter((direction) => isOffered({ method, currency, direction })),
  }))
    .filter(({ directions }) => directions.length > 0)
    .map(({ method, directions }) => ({
      paymentMethod: method,
      country: COUNTRY_OF[currency],
      directions,
      needsPhoneNumber: METHODS[method].byPhone,
      estimatedPayoutMinutes: directions.includes('OFF_RAMP') ? METHODS[method].payoutMinutes : null,
    }))
}
