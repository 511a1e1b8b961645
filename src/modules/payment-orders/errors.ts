import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

const orderIdField = {
  orderId: z.uuid().openapi({ description: 'The order, which exists although the request failed.' }),
}

export const errors = defineRefusals({
  amount_out_of_range: {
    kind: 'unprocessable',
    message: 'The amount is outside the limits. See /payment/methods.',
  },
  amount_too_precise: {
    kind: 'unprocessable',
    message: 'The amount has more decimals than its currency.',
  },
  currency_not_supported: {
    kind: 'unprocessable',
    message: 'Gems cannot be sold. Send CHAIN_USDT.',
  },
  phone_number_invalid: {
    kind: 'unprocessable',
    message: 'This method needs a phone number of its country, such as +254712345678.',
  },
  recipient_invalid: {
    kind: 'unprocessable',
    message: 'A bank transfer needs bankCode, accountNumber and accountName of the recipient.',
  },
  quote_expired: { kind: 'gone', message: 'This quote has expired. Request a new one.' },
  quote_already_used: {
    kind: 'conflict',
    message: 'This quote was already used. Request a new one.',
  },
  order_not_cancellable: {
    kind: 'conflict',
    message: 'This order can no longer be cancelled. See its status.',
  },
  payment_refused: {
    kind: 'unprocessable',
    message: 'The provider refused this payment. Try another method or amount.',
    extraFields: orderIdField,
  },
  provider_unavailable: {
    kind: 'unavailable',
    message: 'The provider did not answer. The order exists; check later whether it can be paid.',
    extraFields: orderIdField,
  },
  refund_changed: {
    kind: 'conflict',
    message:
      'The order was delivered, and the shortfall is not the one that you sent. Read the preview and decide again.',
    extraFields: {
      shortfall: z.number().openapi({ description: 'What the user no longer has now.' }),
    },
  },
  move_not_allowed: {
    kind: 'conflict',
    message: 'The status of the order does not allow this.',
  },
})
