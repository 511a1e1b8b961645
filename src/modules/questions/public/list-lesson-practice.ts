import type { Db } from '../../../platform/db/database.ts'
import type { QuestionId } from './question.ts'

interface LessonPractice {
  id: QuestionId
  lessonId: string
}

/** Returns the practice questions that are asked after these lessons and are on no slide, without the texts of challenge questions. */
export async function listLessonPractice(db: Db, lessonIds: string[]): Promise<LessonPractice[]> {
  return db<LessonPractice>`
    select practice.id, practice.practice_lesson_id as "lessonId" from question as practice
    where practice.practice_lesson_id = any(${lessonIds}::uuid[]) and practice.archived_at is null
      and not exists (
        select from question as paying
        where paying.topic_id = practice.topic_id and paying.use = 'CHALLENGE' and paying.archived_at is null
          and lower(btrim(paying.prompt)) = lower(btrim(practice.prompt)))
    order by practice.id`
}

/** Returns the lesson of each of these questions that practice asks after a lesson; also of archived ones. */
export async function listPracticeLessons(db: Db, ids: QuestionId[]): Promise<LessonPractice[]> {
  return db<LessonPractice>`
    select id, practice_lesson_id as "lessonId" from question
    where id = any(${ids}::uuid[]) and practice_lesson_id is not null`
}
