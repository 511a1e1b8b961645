import type { UserId } from '../../platform/ids.ts'
import { defineCronJob, defineJob } from '../../platform/transaction/define-job.ts'

/** Reranks the paths of a roadmap with a language model, unless a newer request has replaced it. */
export const rerankRoadmapJob = defineJob<{ userId: UserId; requestId: string }>('roadmaps.rerank', {
  retries: 2,
  timeLimitSeconds: 300,
})

/** Completes roadmaps whose reranking job was lost. */
export const finishStaleRoadmapsJob = defineCronJob('roadmaps.finish_stale')
