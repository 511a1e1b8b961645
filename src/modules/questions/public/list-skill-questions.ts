import type { Db } from '../../../platform/db/database.ts'
import type { QuestionId } from './question.ts'

export interface PracticeQuestion {
  id: QuestionId
  /** The lesson after which practice asks it; null if it is on slides only, or belongs to no lesson. */
  lessonId: string | null
}

/**
 * Returns the practice questions of a skill. The text of a challenge question in the pool is never returned, because that
 * question may pay in a battle or contest.
 */
export async function listSkillQuestions(db: Db, skill: string): Promise<PracticeQuestion[]> {
  return db<PracticeQuestion>`
    select practice.id, practice.practice_lesson_id as "lessonId" from question as practice
    where practice.use = 'PRACTICE' and practice.archived_at is null and practice.skill = ${skill}
      and not exists (
        select from question as paying
        where paying.topic_id = practice.topic_id and paying.use = 'CHALLENGE' and paying.archived_at is null
          and lower(btrim(paying.prompt)) = lower(btrim(practice.prompt)))
    order by practice.id`
}

/** Returns the practice questions of the skills of other questions, as `listSkillQuestions` does. */
export async function listRelatedQuestions(db: Db, ids: QuestionId[]): Promise<PracticeQuestion[]> {
  return db<PracticeQuestion>`
    select practice.id, practice.practice_lesson_id as "lessonId" from question as practice
    where practice.use = 'PRACTICE' and practice.archived_at is null
      and practice.skill in (select skill from question where id = any(${ids}::uuid[]))
      and not exists (
        select from question as paying
        where paying.topic_id = practice.topic_id and paying.use = 'CHALLENGE' and paying.archived_at is null
          and lower(btrim(paying.prompt)) = lower(btrim(practice.prompt)))
    order by practice.id`
}
