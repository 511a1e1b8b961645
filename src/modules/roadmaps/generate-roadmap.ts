import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Catalog } from '../catalog/public/catalog.ts'
import { rerankRoadmapJob } from './jobs.ts'
import { matchPaths, type PathMatchResult } from './match-paths.ts'
import { listPathTermMatches, type RoadmapRow, replaceRoadmap } from './queries.ts'

interface GenerateRoadmap {
  userId: UserId
  careerGoal: string
  catalog: Catalog
  /** Whether a language model is there, for this user too, to put the paths in order afterwards. */
  hasLlm: boolean
  now: Date
}

/**
 * Builds the roadmap to a goal from what the catalogue has, and puts it in the place of the one before. It is whole at
 * once; where there is an order to think about and a model that could, that follows by a job.
 */
export async function generateRoadmap(
  tx: Tx,
  { userId, careerGoal, catalog, hasLlm, now }: GenerateRoadmap,
): Promise<{ roadmap: RoadmapRow; isMatched: boolean }> {
  const { terms, matches } = await listPathTermMatches(tx, careerGoal)
  const { isMatched, ...paths } = matchPaths([...catalog.paths.values()], terms, matches)
  const isReranked = hasLlm && isMatched && hasMultiplePaths(paths)
  const roadmap: RoadmapRow = {
    careerGoal,
    status: isReranked ? 'generating' : 'completed',
    ...paths,
    rankedBy: 'matcher',
  }
  const requestId = newId()
  await replaceRoadmap(tx, { userId, requestId, roadmap, now })
  if (isReranked) tx.enqueue(rerankRoadmapJob, { userId, requestId })
  return { roadmap, isMatched }
}

function hasMultiplePaths({
  foundationPaths,
  specializationPaths,
}: Omit<PathMatchResult, 'isMatched'>): boolean {
  return foundationPaths.length > 1 || specializationPaths.length > 1
}
