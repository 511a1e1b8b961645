import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Publishes the courses and lessons whose time has come. */
export const publishScheduledJob = defineCronJob('publishing.publish_scheduled', { timeLimitSeconds: 300 })

/** Tells learners what changed in their courses. */
export const announceChangesJob = defineCronJob('publishing.announce_changes', { timeLimitSeconds: 300 })
