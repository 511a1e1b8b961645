import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../platform/errors.ts'
import { FIAT_CURRENCIES } from '../payment-providers/public/currency.ts'
import { isMethodInMarket, methodsFor } from '../payment-providers/public/payment-method.ts'
import { validateRecipient } from './recipient-details.ts'

function outcome(given: Parameters<typeof validateRecipient>[0]): unknown {
  try {
    return validateRecipient(given)
  } catch (error) {
    if (error instanceof Refusal) return `${error.status} ${error.code}`
    throw error
  }
}

describe('the recipient of a payment', () => {
  const momo = { method: 'MPESA', currency: 'KES', direction: 'OFF_RAMP' } as const
  test.each([
    [{ ...momo, phoneNumber: '+254712345678' }, { phoneNumber: '+254712345678' }],
    [{ ...momo, phoneNumber: '+254 (712) 345-678' }, { phoneNumber: '+254712345678' }],
    [{ ...momo, phoneNumber: '0712345678' }, '422 PHONE_NUMBER_INVALID'],
    [{ ...momo, phoneNumber: '+255712345678' }, '422 PHONE_NUMBER_INVALID'],
    [{ ...momo, phoneNumber: '+25471234567' }, '422 PHONE_NUMBER_INVALID'],
    [momo, '422 PHONE_NUMBER_INVALID'],
    [{ ...momo, currency: 'ZAR', phoneNumber: '+27821234567' }, '422 METHOD_NOT_SUPPORTED'],
    [{ ...momo, method: 'AIRTIME', direction: 'ON_RAMP' }, '422 METHOD_NOT_SUPPORTED'],
    [{ ...momo, method: 'CARD' }, '422 METHOD_NOT_SUPPORTED'],
    [{ ...momo, method: 'BANK_TRANSFER' }, '422 RECIPIENT_INVALID'],
    [
      { ...momo, method: 'BANK_TRANSFER', bankCode: '01', accountNumber: '123', accountName: 'Ada' },
      { bankCode: '01', accountNumber: '123', accountName: 'Ada' },
    ],
    [{ ...momo, method: 'BANK_TRANSFER', direction: 'ON_RAMP' }, {}],
    [{ ...momo, method: 'CARD', direction: 'ON_RAMP', phoneNumber: 'no' }, '422 PHONE_NUMBER_INVALID'],
    [
      { ...momo, method: 'CARD', direction: 'ON_RAMP', phoneNumber: '+4915112345678' },
      { phoneNumber: '+4915112345678' },
    ],
  ] as [Parameters<typeof validateRecipient>[0], unknown][])(
    'the recipient %j is validated',
    (given, expected) => {
      expect(outcome(given)).toEqual(expected)
    },
  )

  test('every currency has a method in both directions', () => {
    for (const currency of FIAT_CURRENCIES) {
      const methods = methodsFor(currency, (way) => isMethodInMarket(way.method, way.currency, way.direction))
      const directions = methods.flatMap((method) => method.directions)
      expect(directions).toContain('ON_RAMP')
      expect(directions).toContain('OFF_RAMP')
      expect(methods.find(({ paymentMethod }) => paymentMethod === 'AIRTIME')?.directions).toEqual([
        'OFF_RAMP',
      ])
    }
  })
})
