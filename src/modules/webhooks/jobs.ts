import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Enqueued when events are due. The scheduler runs it every minute too, so a lost job delays no event for long. */
export const processEventsJob = defineCronJob('webhooks.process_events')

export const pollChainLogsJob = defineCronJob('webhooks.poll_chain_logs')
