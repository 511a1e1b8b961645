import type { FiatCurrency } from '../payment-providers/public/currency.ts'
import type { PaymentDirection } from '../payment-providers/public/payment-direction.ts'
import { isMethodInMarket, METHODS, type PaymentMethod } from '../payment-providers/public/payment-method.ts'
import { errors } from './errors.ts'
import { parseMobileNumber, parsePhoneNumber } from './phone-number.ts'
import type { RecipientDetails } from './public/order.ts'

interface RecipientInput {
  method: PaymentMethod
  currency: FiatCurrency
  direction: PaymentDirection
  phoneNumber?: string | undefined
  bankCode?: string | undefined
  accountNumber?: string | undefined
  accountName?: string | undefined
}

/** Who pays or is paid, as the method needs it; whatever else was sent is not kept. */
export function validateRecipient(given: RecipientInput): RecipientDetails {
  const { method, currency, direction } = given
  if (!isMethodInMarket(method, currency, direction)) throw errors.method_not_supported()
  const phone = parsePhone(given)
  if (method !== 'BANK_TRANSFER' || direction === 'ON_RAMP') return phone
  const { bankCode, accountNumber, accountName } = given
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
  const number = needsPhoneNumber
    ? parseMobileNumber(phoneNumber ?? '', currency)
    : parsePhoneNumber(phoneNumber!)
  if (number) return { phoneNumber: number }
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
