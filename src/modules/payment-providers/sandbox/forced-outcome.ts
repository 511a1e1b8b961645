import type { FiatCurrency } from '../public/currency.ts'

/**
 * The last three digits of the phone number, of the account number or of the integer part of the amount force the outcome
 * of a sandbox payment. Any other digits succeed.
 */
const FORCED_OUTCOMES = {
  '701': 'WRONG_AMOUNT',
  '702': 'FAILS',
  '703': 'DOWN',
  '704': 'TIMES_OUT',
  '705': 'EXPIRES',
  '706': 'SILENT',
  '707': 'REFUSED',
} as const

export type SandboxOutcome = (typeof FORCED_OUTCOMES)[keyof typeof FORCED_OUTCOMES] | 'SUCCEEDS'

export function forcedOutcome(request: {
  amount: string
  phoneNumber?: string | undefined
  accountNumber?: string | undefined
}): SandboxOutcome {
  const [whole = ''] = request.amount.split('.')
  for (const digits of [request.phoneNumber, request.accountNumber, whole]) {
    const forced = FORCED_OUTCOMES[digits?.slice(-3) as keyof typeof FORCED_OUTCOMES]
    if (forced) return forced
  }
  return 'SUCCEEDS'
}

/** Fiat for one USDT. Buyers pay 1 % more, sellers get 1 % less. */
const MID_RATES: Record<FiatCurrency, number> = {
  NGN: 1_600,
  KES: 130,
  GHS: 12,
  UGX: 3_700,
  TZS: 2_600,
  ZAR: 18,
}

export function sandboxRates(currency: FiatCurrency): { buy: string; sell: string } {
  const mid = MID_RATES[currency]
  return { buy: String((mid * 101) / 100), sell: String((mid * 99) / 100) }
}
