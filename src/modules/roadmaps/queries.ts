import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { PathMatchResult } from './match-paths.ts'

export interface RoadmapRow extends Omit<PathMatchResult, 'isMatched'> {
  careerGoal: string
  status: 'generating' | 'completed' | 'failed'
  /** `matcher`, or the name of the model that put the paths in order. */
  rankedBy: string
}

/** Returns the roadmap of a user; with `requestId` only while its reranking is pending and no newer request replaced it. */
export async function findRoadmap(
  db: Db,
  userId: UserId,
  requestId: string | null = null,
): Promise<RoadmapRow | undefined> {
  const [row] = await db<RoadmapRow>`
    select career_goal as "careerGoal", status, foundation_paths as "foundationPaths",
      specialization_paths as "specializationPaths", ranked_by as "rankedBy"
    from roadmap where user_id = ${userId}
      and (${requestId}::uuid is null or (request_id = ${requestId}::uuid and status = 'generating'))`
  return row
}

/** Stores the first result of a request. Does nothing if a newer request replaced the roadmap. */
export async function updateRanked(
  tx: Tx,
  userId: UserId,
  requestId: string,
  { foundationPaths, specializationPaths, rankedBy }: RoadmapRow,
): Promise<void> {
  await tx`
    update roadmap set status = 'completed', foundation_paths = ${foundationPaths}::jsonb,
      specialization_paths = ${specializationPaths}::jsonb, ranked_by = ${rankedBy}
    where user_id = ${userId} and request_id = ${requestId} and status = 'generating'`
}

export async function replaceRoadmap(
  tx: Tx,
  { userId, requestId, roadmap, now }: { userId: UserId; requestId: string; roadmap: RoadmapRow; now: Date },
): Promise<void> {
  const { careerGoal, status, foundationPaths, specializationPaths, rankedBy } = roadmap
  await tx`
    insert into roadmap (user_id, career_goal, status, foundation_paths, specialization_paths, ranked_by, request_id,
      created_at)
    values (${userId}, ${careerGoal}, ${status}, ${foundationPaths}::jsonb, ${specializationPaths}::jsonb,
      ${rankedBy}, ${requestId}, ${now})
    on conflict (user_id) do update set career_goal = excluded.career_goal, status = excluded.status,
      foundation_paths = excluded.foundation_paths, specialization_paths = excluded.specialization_paths,
      ranked_by = excluded.ranked_by, request_id = excluded.request_id, created_at = excluded.created_at`
}
