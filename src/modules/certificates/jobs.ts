import { defineJob } from '../../platform/jobs/declare.ts'

export const takeOwed = defineJob<Record<string, never>>('certificates.take_owed', {
  retries: 0,
  concurrency: 1,
  timeLimitSeconds: 300,
})
