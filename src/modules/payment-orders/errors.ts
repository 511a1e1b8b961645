import { z } from '@hono/zod-openapi'
import { defineRefusals } from '../../platform/errors.ts'

const orderIdField = { orderId: z.uuid().openapi({ description: 'The order that was made all the same.' }) }

export const errors = defineRefusals({
  amount_out_of_range: {
    kind: 'unprocessable',
    message: 'The amount is not within what is taken. See /payment/methods for the limits.',
  },
  amount_too_precise: {
    kind: 'unprocessable',
    message: 'The amount has more decimals than its currency.',
  },
  currency_not_supported: {
    kind: 'unprocessable',
    message: 'Gems can be bought, but not sold. Send CHAIN_USDT.',
  },
  method_not_supported: {
    kind: 'unprocessable',
    message: 'This payment method does not serve this currency. See /payment/methods.',
  },
  phone_number_invalid: {
    kind: 'unprocessable',
    message: 'This method needs a phone number of its country, such as +254712345678.',
  },
  recipient_invalid: {
    kind: 'unprocessable',
    message: 'A bank transfer needs bankCode, accountNumber and accountName of the recipient.',
  },
  quote_expired: { kind: 'gone', message: 'This quote has expired. Ask for a new one.' },
  quote_already_used: {
    kind: 'conflict',
    message: 'This quote was used already. Ask for a new one.',
  },
  order_not_cancellable: {
    kind: 'conflict',
    message: 'This order cannot be cancelled any more. See its status.',
  },
  payment_refused: {
    kind: 'unprocessable',
    message: 'The provider refused this payment. Try another method or amount.',
    extraFields: orderIdField,
  },
  provider_unavailable: {
    kind: 'unavailable',
    message: 'The provider did not answer. The order stands; see whether it can be paid later.',
    extraFields: orderIdField,
  },
  signature_invalid: { kind: 'unauthenticated', message: 'The signature does not fit the body.' },
  move_not_allowed: {
    kind: 'conflict',
    message: 'The order is not in a state that allows this.',
  },
})
