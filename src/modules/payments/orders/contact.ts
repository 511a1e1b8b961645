import type { Direction } from '../direction.ts'
import { errors } from '../errors.ts'
import { METHODS, type PaymentMethod, serves } from '../method.ts'
import type { FiatCurrency } from '../money/currency.ts'
import { anyNumber, mobileNumber } from '../phone.ts'
import type { Contact } from './order.ts'

interface GivenContact {
  method: PaymentMethod
  currency: FiatCurrency
  direction: Direction
  phoneNumber?: string | undefined
  bankCode?: string | undefined
  accountNumber?: string | undefined
  accountName?: string | undefined
}

/** Who pays or is paid, as the method needs it; whatever else was sent is not kept. */
export function contactFor(given: GivenContact): Contact {
  const { method, currency, direction } = given
  if (!serves(method, currency, direction)) throw errors.method_not_supported()
  const phone = phoneIn(given)
  if (method !== 'BANK_TRANSFER' || direction === 'ON_RAMP') return phone
  const { bankCode, accountNumber, accountName } = given
  if (!bankCode || !accountNumber || !accountName) throw errors.recipient_invalid()
  return { ...phone, bankCode, accountNumber, accountName }
}

function phoneIn({ method, currency, phoneNumber, direction }: GivenContact): Pick<Contact, 'phoneNumber'> {
  const { byPhone } = METHODS[method]
  if (phoneNumber === undefined && !byPhone) return {}
  const number = byPhone ? mobileNumber(phoneNumber ?? '', currency) : anyNumber(phoneNumber!)
  if (number) return { phoneNumber: number }
  const field = direction === 'ON_RAMP' ? 'phoneNumber' : 'recipientPhoneNumber'
  throw errors.phone_number_invalid({
    details: [
      { field, message: byPhone ? `must be a mobile number of the country of ${currency}` : 'must be E.164' },
    ],
  })
}
