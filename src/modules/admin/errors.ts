import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  reward_needs_admin: {
    kind: 'forbidden',
    message: 'Only an admin may offer so much. Offer less, or ask one to publish it.',
  },
  failed_job_not_found: {
    kind: 'not_found',
    message: 'No such job has failed, or it was retried already.',
  },
})
