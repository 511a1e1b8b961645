import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { PathTerm, RecommendedPath, WordMatch } from './match-paths.ts'

export interface RoadmapRow {
  careerGoal: string
  status: 'generating' | 'completed' | 'failed'
  foundationPaths: RecommendedPath[]
  specializationPaths: RecommendedPath[]
  /** `matcher`, or the name of the model that put the paths in order. */
  rankedBy: string
}

export async function findRoadmap(db: Db, userId: UserId): Promise<RoadmapRow | undefined> {
  const [row] = await db<RoadmapRow>`
    select career_goal as "careerGoal", status, foundation_paths as "foundationPaths",
      specialization_paths as "specializationPaths", ranked_by as "rankedBy"
    from roadmap where user_id = ${userId}`
  return row
}

/** Returns the roadmap of a request while its reranking is pending; undefined if a newer request replaced it. */
export async function findUnrankedRoadmap(
  db: Db,
  userId: UserId,
  requestId: string,
): Promise<RoadmapRow | undefined> {
  const [row] = await db<RoadmapRow>`
    select career_goal as "careerGoal", status, foundation_paths as "foundationPaths",
      specialization_paths as "specializationPaths", ranked_by as "rankedBy"
    from roadmap where user_id = ${userId} and request_id = ${requestId} and status = 'generating'`
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

export async function updateStaleCompleted(tx: Tx, before: Date): Promise<void> {
  await tx`update roadmap set status = 'completed' where status = 'generating' and created_at < ${before}`
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

/**
 * Returns the terms of all published paths as lexemes, and for each word of the goal the words of the paths that it
 * equals, contains or resembles (trigram similarity). "Front-end" and "frontend" match.
 */
export async function listPathTermMatches(
  db: Db,
  goal: string,
): Promise<{ terms: PathTerm[]; matches: WordMatch[] }> {
  const [row] = await db<{ terms: PathTerm[]; matches: WordMatch[] }>`
    with published as (select * from learning_path where archived_at is null),
    path_text (path_id, kind, text) as (
      select id, 'title', title from published
      union all select id, 'skill', unnest(skills) from published
      union all select id, 'synonym', unnest(synonyms) from published
      union all select id, 'description', description from published
      union all
      select path_id, 'course', unnest(array[course.title] || course.skills)
      from learning_path_course
      join published on published.id = path_id
      join course on course.id = course_id and course.archived_at is null
    ),
    term as materialized (
      select path_id, kind, text, tsvector_to_array(to_tsvector('english', unaccent(replace(text, '-', '')))) as words from path_text
    ),
    vocabulary as (select distinct unnest(words) as word from term),
    wanted as (
      select distinct unnest(tsvector_to_array(to_tsvector('english', unaccent(spelling)))) as word
      from (values (${goal}::text), (replace(${goal}::text, '-', ''))) as goal (spelling)
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('pathId', path_id, 'kind', kind, 'text', text, 'words', words)
        order by path_id, kind, text), '[]') from term) as terms,
      (select coalesce(jsonb_agg(jsonb_build_object('wanted', wanted.word, 'word', vocabulary.word,
          'similarity', closeness::numeric(4, 3)) order by wanted.word, vocabulary.word), '[]')
        from wanted cross join vocabulary
        cross join lateral (select greatest(similarity(wanted.word, vocabulary.word),
          case when length(vocabulary.word) >= 5 and strpos(wanted.word, vocabulary.word) > 0 then 0.6 end)) as pair (closeness)
        where closeness >= 0.45) as matches`
  return row!
}
