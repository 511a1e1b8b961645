import { z } from '@hono/zod-openapi'
import { defineRefusals } from '../../platform/errors.ts'

const extraFields = { reason: z.string().openapi({ description: 'Which rule it breaks.' }) }

export const errors = defineRefusals({
  referral_code_unknown: {
    kind: 'not_found',
    message: 'Nobody has this referral code. Check the letters and digits.',
  },
  already_invited: {
    kind: 'conflict',
    message: 'You have named who invited you already. That stays.',
  },
  referral_too_late: {
    kind: 'conflict',
    message: 'A referral code can be redeemed within 7 days of registration.',
  },
  self_referral: {
    kind: 'unprocessable',
    message: 'This is your own code. Give it to a friend.',
    extraFields,
  },
  referral_cycle: {
    kind: 'unprocessable',
    message: 'You invited this user, or somebody did whom you invited. It does not go in a circle.',
    extraFields,
  },
  referral_limit_reached: {
    kind: 'unprocessable',
    message: 'Too many invited users come from this device or network.',
    extraFields,
  },
})
