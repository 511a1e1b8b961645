import { defineJob } from '../../platform/transaction/define-job.ts'

/** Enqueued when events are due. The scheduler runs it every minute too, so a lost job delays no event for long. */
export const processEventsJob = defineJob<Record<string, never>>('webhooks.process_events', {
  retries: 0,
  concurrency: 1,
})

export const pollChainLogsJob = defineJob<Record<string, never>>('webhooks.poll_chain_logs', {
  retries: 0,
  concurrency: 1,
})
