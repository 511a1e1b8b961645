import { defineJob } from '../../platform/jobs/declare.ts'

/** A hint that events are due; the timetable rings the same job, so that none depends on the hint. */
export const applyInbox = defineJob<Record<string, never>>('webhooks.apply_inbox', {
  retries: 0,
  concurrency: 1,
})

export const watchChainJob = defineJob<Record<string, never>>('webhooks.watch_chain', {
  retries: 0,
  concurrency: 1,
})
