import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { rerankRoadmapJob } from './jobs.ts'
import { type Matching, matchPaths } from './match-paths.ts'
import { listGoalMatches, type RoadmapRow, replaceRoadmap } from './queries.ts'

interface GenerateRoadmap {
  userId: UserId
  careerGoal: string
  catalogue: Catalogue
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
  { userId, careerGoal, catalogue, hasLlm, now }: GenerateRoadmap,
): Promise<{ roadmap: RoadmapRow; isMatched: boolean }> {
  const { terms, matches } = await listGoalMatches(tx, careerGoal)
  const { isMatched, ...paths } = matchPaths([...catalogue.paths.values()], terms, matches)
  const isReranked = hasLlm && isMatched && hasAnOrder(paths)
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

function hasAnOrder({ foundationPaths, specializationPaths }: Omit<Matching, 'isMatched'>): boolean {
  return foundationPaths.length > 1 || specializationPaths.length > 1
}
