import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  reward_needs_admin: {
    kind: 'forbidden',
    message:
      'Only an admin may offer rewards above the limit. Lower the rewards, or ask an admin to publish this.',
  },
  daily_reward_budget_spent: {
    kind: 'forbidden',
    message:
      'The rewards that you may promise today are used up. Continue tomorrow (UTC), or ask an admin to publish this.',
  },
})
