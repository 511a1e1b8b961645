import { defineJob } from '../../platform/transaction/define-job.ts'

/** A hint that events are due; the timetable rings the same job, so that none depends on the hint. */
export const processEventsJob = defineJob<Record<string, never>>('webhooks.process_events', {
  retries: 0,
  concurrency: 1,
})

export const pollChainLogsJob = defineJob<Record<string, never>>('webhooks.poll_chain_logs', {
  retries: 0,
  concurrency: 1,
})
