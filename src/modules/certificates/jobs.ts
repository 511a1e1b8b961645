import { defineCronJob } from '../../platform/transaction/define-job.ts'

export const retryDueTransactionsJob = defineCronJob('certificates.retry_due_transactions', {
  timeLimitSeconds: 300,
})
