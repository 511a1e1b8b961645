import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { matchPaths } from './match-paths.ts'
import { listGoalMatches, type RoadmapRow, replaceRoadmap } from './queries.ts'

interface GenerateRoadmap {
  userId: UserId
  careerGoal: string
  catalogue: Catalogue
  now: Date
}

/** Builds the roadmap to a goal from what the catalogue has, and puts it in the place of the one before. */
export async function generateRoadmap(
  tx: Tx,
  { userId, careerGoal, catalogue, now }: GenerateRoadmap,
): Promise<{ roadmap: RoadmapRow; isMatched: boolean }> {
  const { terms, matches } = await listGoalMatches(tx, careerGoal)
  const { isMatched, ...paths } = matchPaths([...catalogue.paths.values()], terms, matches)
  const roadmap: RoadmapRow = { careerGoal, status: 'completed', ...paths }
  await replaceRoadmap(tx, userId, roadmap, now)
  return { roadmap, isMatched }
}
