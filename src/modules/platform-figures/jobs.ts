import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Counts what is new since the last run. */
export const countPlatformStatsJob = defineCronJob('platform_figures.count', { timeLimitSeconds: 540 })

/** Counts the cohorts of users, once a day. */
export const countCohortsJob = defineCronJob('platform_figures.count_cohorts', { timeLimitSeconds: 3_600 })
