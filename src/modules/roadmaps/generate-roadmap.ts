import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Catalog } from '../catalog/public/catalog.ts'
import { rerankRoadmapJob } from './jobs.ts'
import { matchPaths } from './match-paths.ts'
import { readTerms } from './path-terms.ts'
import { type RoadmapRow, replaceRoadmap } from './queries.ts'

interface GenerateRoadmap {
  userId: UserId
  careerGoal: string
  catalog: Catalog
  /** Whether a language model is configured and the user is within the limit. */
  hasLlm: boolean
  now: Date
}

/**
 * Builds the roadmap for a goal and replaces the previous one. If a language model is available and there is more than
 * one path to order, a job reranks the paths later.
 */
export async function generateRoadmap(
  tx: Tx,
  { userId, careerGoal, catalog, hasLlm, now }: GenerateRoadmap,
): Promise<RoadmapRow> {
  const published = [...catalog.paths.values()].filter(({ courses }) => courses.length > 0)
  const { isMatched, ...paths } = matchPaths(published, await readTerms(tx, careerGoal, published))
  const isReranked = hasLlm && isMatched && Object.values(paths).some(({ length }) => length > 1)
  const roadmap: RoadmapRow = {
    careerGoal,
    status: isReranked ? 'generating' : 'completed',
    ...paths,
    rankedBy: 'matcher',
  }
  const requestId = newId()
  await replaceRoadmap(tx, { userId, requestId, roadmap, now })
  if (isReranked) tx.enqueue(rerankRoadmapJob, { userId, requestId })
  return roadmap
}
