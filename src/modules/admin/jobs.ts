import { defineJob } from '../../platform/jobs/declare.ts'

/** Proves the books, by the timetable or because somebody asked. */
export const auditBooks = defineJob<Record<string, never>>('rewards.audit_ledger', {
  retries: 1,
  timeLimitSeconds: 3_600,
  concurrency: 1,
})

export const tallyDays = defineJob<Record<string, never>>('admin.tally_days', { retries: 0, concurrency: 1 })
