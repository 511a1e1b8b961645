import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  failed_job_not_found: {
    kind: 'not_found',
    message: 'No failed job has this id, or it was already retried.',
  },
})
