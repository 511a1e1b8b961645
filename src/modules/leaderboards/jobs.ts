import { defineJob } from '../../platform/transaction/define-job.ts'

/** Compacts score changes for one minute: see `rank-index/compact-score-changes.ts`. */
export const compactScoreChangesJob = defineJob<Record<string, never>>('leaderboards.compact_score_changes', {
  retries: 0,
  concurrency: 1,
})
