import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Publishes the courses and lessons whose time has come. */
export const publishScheduledJob = defineCronJob('publishing.publish_scheduled', { timeLimitSeconds: 300 })
