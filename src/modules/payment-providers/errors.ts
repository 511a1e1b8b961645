import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  method_not_supported: {
    kind: 'unprocessable',
    message: 'This payment method does not serve this currency. See /payment/methods.',
  },
  signature_invalid: { kind: 'unauthenticated', message: 'The signature does not match the body.' },
})
