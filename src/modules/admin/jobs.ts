import { defineJob } from '../../platform/transaction/define-job.ts'

/** Audits the ledger, as scheduled or on request. */
export const auditLedgerJob = defineJob<Record<string, never>>('admin.audit_ledger', {
  retries: 1,
  timeLimitSeconds: 3_600,
  concurrency: 1,
})

export const countDailyStatsJob = defineJob<Record<string, never>>('admin.count_daily_stats', {
  retries: 0,
  concurrency: 1,
})
