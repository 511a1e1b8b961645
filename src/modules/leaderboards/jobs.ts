import { defineJob } from '../../platform/jobs/declare.ts'

/** Counts what has moved on the boards, for one minute: see `milestones/fold-moves.ts`. */
export const foldBoards = defineJob<Record<string, never>>('leaderboards.fold', {
  retries: 0,
  concurrency: 1,
})
