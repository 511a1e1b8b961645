import { defineCronJob } from '../../platform/transaction/define-job.ts'

/** Compacts score changes for one minute: see `rank-index/compact-score-changes.ts`. */
export const compactScoreChangesJob = defineCronJob('leaderboards.compact_score_changes')
