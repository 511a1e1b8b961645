import { defineJob } from '../../platform/transaction/define-job.ts'

/** Proves the books, by the timetable or because somebody asked. */
export const auditLedgerJob = defineJob<Record<string, never>>('admin.audit_ledger', {
  retries: 1,
  timeLimitSeconds: 3_600,
  concurrency: 1,
})

export const countDailyStatsJob = defineJob<Record<string, never>>('admin.count_daily_stats', {
  retries: 0,
  concurrency: 1,
})
