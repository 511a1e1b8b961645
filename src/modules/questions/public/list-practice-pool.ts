import type { Db } from '../../../platform/db/database.ts'
import type { QuestionId } from './question.ts'

export interface PracticeQuestion {
  id: QuestionId
  /** The lesson after which practice asks it; null if it is on slides only, or belongs to no lesson. */
  lessonId: string | null
}

/**
 * Returns the practice questions of the skills, and those that practice asks after the lessons. The text of a challenge question
 * in the pool is never returned, because that question may pay in a battle or contest.
 */
export async function listPracticePool(
  db: Db,
  { skills = [], lessonIds = [] }: { skills?: string[]; lessonIds?: string[] },
): Promise<PracticeQuestion[]> {
  return db<PracticeQuestion>`
    select practice.id, practice.practice_lesson_id as "lessonId" from question as practice
    where practice.use = 'PRACTICE' and practice.archived_at is null
      and (practice.skill = any(${skills}::text[]) or practice.practice_lesson_id = any(${lessonIds}::uuid[]))
      and not exists (
        select from question as paying
        where paying.topic_id = practice.topic_id and paying.use = 'CHALLENGE' and paying.archived_at is null
          and lower(btrim(paying.prompt)) = lower(btrim(practice.prompt)))
    order by practice.id`
}

/** Returns the practice questions of the skills of other questions, as `listPracticePool` does. */
export async function listRelatedQuestions(db: Db, ids: QuestionId[]): Promise<PracticeQuestion[]> {
  const rows = await db<{ skill: string }>`
    select distinct skill from question where id = any(${ids}::uuid[]) and skill is not null`
  return listPracticePool(db, { skills: rows.map(({ skill }) => skill) })
}

/** Returns the lesson of each of these questions that practice asks after a lesson; also of archived ones. */
export async function listPracticeLessons(
  db: Db,
  ids: QuestionId[],
): Promise<{ id: QuestionId; lessonId: string }[]> {
  return db<{ id: QuestionId; lessonId: string }>`
    select id, practice_lesson_id as "lessonId" from question
    where id = any(${ids}::uuid[]) and practice_lesson_id is not null`
}
