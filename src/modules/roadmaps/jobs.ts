import type { UserId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/transaction/define-job.ts'

/** A language model puts the paths of a roadmap in order, if the roadmap is still that of the request. */
export const rerankRoadmapJob = defineJob<{ userId: UserId; requestId: string }>('roadmaps.rerank', {
  retries: 2,
  timeLimitSeconds: 300,
})

/** Whatever became of its job, a roadmap does not stay under way for ever. */
export const finishStaleRoadmapsJob = defineJob<Record<string, never>>('roadmaps.finish_stale', {
  retries: 0,
})
