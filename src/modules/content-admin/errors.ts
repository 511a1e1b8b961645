import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  contest_plan_not_found: { kind: 'not_found', message: 'This plan of a contest does not exist.' },
  contest_plan_published: {
    kind: 'conflict',
    message: 'This plan is published. Change its contests, or make a new plan.',
  },
  contest_plan_not_running: { kind: 'conflict', message: 'This plan is not a running series.' },
  contest_plan_incomplete: {
    kind: 'unprocessable',
    message: 'The plan cannot be published yet. `problems` says what is missing.',
    extraFields: { problems: z.array(z.string()) },
  },
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
