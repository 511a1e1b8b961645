import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  failed_job_not_found: {
    kind: 'not_found',
    message: 'No such job has failed, or it was retried already.',
  },
})
