import { errors as providerErrors } from '../payment-providers/errors.ts'
import type { FiatCurrency } from '../payment-providers/public/currency.ts'
import { isMethodInMarket, METHODS, type MethodUse } from '../payment-providers/public/payment-method.ts'
import type { RecipientDetails } from '../payment-providers/public/provider.ts'
import { errors } from './errors.ts'

export interface RecipientInput extends MethodUse {
  phoneNumber?: string | undefined
  bankCode?: string | undefined
  accountNumber?: string | undefined
  accountName?: string | undefined
}

/** Mobile numbers in E.164, by the country of the currency. */
const MOBILE_PATTERNS: Record<FiatCurrency, RegExp> = {
  NGN: /^\+234[789]\d{9}$/,
  KES: /^\+254[17]\d{8}$/,
  GHS: /^\+233[25]\d{8}$/,
  UGX: /^\+2567\d{8}$/,
  TZS: /^\+255[67]\d{8}$/,
  ZAR: /^\+27[678]\d{8}$/,
}
const INTERNATIONAL_PATTERN = /^\+[1-9]\d{6,14}$/

/** Returns the fields of the payer or recipient that the method needs, and drops all others. */
export function validateRecipient(input: RecipientInput): RecipientDetails {
  const { method, currency, direction } = input
  if (!isMethodInMarket(method, currency, direction)) throw providerErrors.method_not_supported()
  const phone = parsePhone(input)
  if (method !== 'BANK_TRANSFER' || direction === 'ON_RAMP') return phone
  const { bankCode, accountNumber, accountName } = input
  if (!bankCode || !accountNumber || !accountName) throw errors.recipient_invalid()
  return { ...phone, bankCode, accountNumber, accountName }
}

function parsePhone({
  method,
  currency,
  phoneNumber,
  direction,
}: RecipientInput): Pick<RecipientDetails, 'phoneNumber'> {
  const { needsPhoneNumber } = METHODS[method]
  if (phoneNumber === undefined && !needsPhoneNumber) return {}
  const number = (phoneNumber ?? '').replace(/[\s().-]/g, '')
  const pattern = needsPhoneNumber ? MOBILE_PATTERNS[currency] : INTERNATIONAL_PATTERN
  if (pattern.test(number)) return { phoneNumber: number }
  const field = direction === 'ON_RAMP' ? 'phoneNumber' : 'recipientPhoneNumber'
  throw errors.phone_number_invalid({
    details: [
      {
        field,
        message: needsPhoneNumber ? `must be a mobile number of the country of ${currency}` : 'must be E.164',
      },
    ],
  })
}
