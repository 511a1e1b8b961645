import type { Market } from '../payment-types.ts'
import type { Sale } from './sell-form.tsx'

/** The fields of the recipient that the method needs. */
export function recipientOf(
  { phone, bankCode, accountNumber, accountName }: Sale,
  { paymentMethod, needsPhoneNumber }: Market['methods'][number],
) {
  return {
    paymentMethod,
    ...(needsPhoneNumber ? { recipientPhoneNumber: phone } : {}),
    ...(paymentMethod === 'BANK_TRANSFER' ? { bankCode, accountNumber, accountName } : {}),
  }
}
