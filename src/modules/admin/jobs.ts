import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Audits the ledger, as scheduled or on request. */
export const auditLedgerJob = defineCronJob('admin.audit_ledger', { retries: 1, timeLimitSeconds: 3_600 })

export const countDailyStatsJob = defineCronJob('admin.count_daily_stats')
