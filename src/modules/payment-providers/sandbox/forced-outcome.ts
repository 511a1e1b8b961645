import type { FiatCurrency } from '../public/currency.ts'

/**
 * What becomes of a payment in the sandbox is forced by the last three digits of the phone number or account number, or
 * of the whole part of the amount. Any other digits go well.
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

/** Fiat for one USDT in the middle; whoever buys pays one in a hundred more, whoever sells gets one less. */
const MIDDLE: Record<FiatCurrency, number> = {
  NGN: 1_600,
  KES: 130,
  GHS: 12,
  UGX: 3_700,
  TZS: 2_600,
  ZAR: 18,
}

export function sandboxRates(currency: FiatCurrency): { buy: string; sell: string } {
  const hundredths = MIDDLE[currency]
  return { buy: String((hundredths * 101) / 100), sell: String((hundredths * 99) / 100) }
}
