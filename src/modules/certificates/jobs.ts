import { defineJob } from '../../platform/transaction/define-job.ts'

export const retryDueTransactionsJob = defineJob<Record<string, never>>(
  'certificates.retry_due_transactions',
  { retries: 0, concurrency: 1, timeLimitSeconds: 300 },
)
