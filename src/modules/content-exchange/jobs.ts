import { defineJob } from '../../platform/transaction/define-job.ts'

/** Runs an import that an administrator requested. */
export const importContentJob = defineJob<{ importId: string }>('content_exchange.import', {
  concurrency: 1,
  timeLimitSeconds: 900,
})
