import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

const extraFields = { reason: z.string().openapi({ description: 'The rule that rejected the invitation.' }) }

export const errors = defineRefusals({
  referral_code_unknown: {
    kind: 'not_found',
    message: 'Unknown referral code. Check the letters and digits.',
  },
  already_invited: {
    kind: 'conflict',
    message: 'You already have an inviter. It cannot be changed.',
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
    message: 'You invited this user, directly or through other users. Invitations cannot form a cycle.',
    extraFields,
  },
  referral_limit_reached: {
    kind: 'unprocessable',
    message: 'Too many invited users come from this device or network.',
    extraFields,
  },
})
