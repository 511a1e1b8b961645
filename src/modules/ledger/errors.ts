import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  insufficient_gems: {
    kind: 'payment_required',
    message: 'You do not have enough gems for this. Earn some by learning.',
  },
  insufficient_balance: {
    kind: 'payment_required',
    message: 'The balance is too low for this.',
  },
})
