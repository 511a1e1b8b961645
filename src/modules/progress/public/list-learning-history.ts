import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CompletedItems, HistoryRequest } from './completed-items.ts'

/** Each is read by an index that begins with the user, so it costs what the users have done. */

export function listLessonRows(db: Db, { userIds, limitPerUser }: HistoryRequest): Promise<CompletedItems[]> {
  return db<CompletedItems>`
    select user_id as "userId", (array_agg(lesson_id::text order by completed_at))[:${limitPerUser}::integer] as "itemIds"
    from lesson_completion where user_id = any(${userIds}::uuid[]) group by user_id`
}

/** A question counts for a lesson as long as it is asked there; what was answered later was practice. */
export function listPerfectLessonRows(
  db: Db,
  { userIds, limitPerUser }: HistoryRequest,
): Promise<CompletedItems[]> {
  return db<CompletedItems>`
    with asked as materialized (
      select id as lesson_id, array(
        select question_id::uuid
        from jsonb_array_elements_text(jsonb_path_query_array(slides, '$[*].questionId')) as slide (question_id)
      ) as questions
      from lesson
    )
    select done.user_id as "userId",
      (array_agg(done.lesson_id::text order by done.completed_at))[:${limitPerUser}::integer] as "itemIds"
    from lesson_completion done join asked using (lesson_id)
    where done.user_id = any(${userIds}::uuid[]) and cardinality(questions) > 0 and cardinality(questions) <= (
      select count(*) from lesson_answer answer
      where answer.user_id = done.user_id and question_id = any(questions) and is_correct
        and answered_at <= done.completed_at)
    group by done.user_id`
}

export function listCorrectAnswerRows(
  db: Db,
  { userIds, limitPerUser }: HistoryRequest,
): Promise<CompletedItems[]> {
  return db<CompletedItems>`
    select user_id as "userId", (array_agg(question_id::text order by answered_at))[:${limitPerUser}::integer] as "itemIds"
    from lesson_answer where user_id = any(${userIds}::uuid[]) and is_correct group by user_id`
}

export function listCourseRows(db: Db, { userIds, limitPerUser }: HistoryRequest): Promise<CompletedItems[]> {
  return db<CompletedItems>`
    select user_id as "userId", (array_agg(course_id::text order by completed_at))[:${limitPerUser}::integer] as "itemIds"
    from enrollment where user_id = any(${userIds}::uuid[]) and completed_at is not null group by user_id`
}

/** Of a path all courses that it has today must be completed. */
export function listPathRows(db: Db, { userIds, limitPerUser }: HistoryRequest): Promise<CompletedItems[]> {
  return db<CompletedItems>`
    with member as materialized (
      select path_id, array_agg(course_id) as courses
      from learning_path_course
      join learning_path on learning_path.id = path_id and learning_path.archived_at is null
      join course on course.id = course_id and course.archived_at is null
      group by path_id
    ), learner as (
      select user_id, array_agg(course_id) as completed
      from enrollment where user_id = any(${userIds}::uuid[]) and completed_at is not null group by user_id
    )
    select user_id as "userId",
      array(select path_id::text from member where courses <@ completed order by path_id limit ${limitPerUser}) as "itemIds"
    from learner`
}

export function listMomentRows(db: Db, userIds: UserId[]): Promise<{ userId: UserId; moments: string[] }[]> {
  return db<{ userId: UserId; moments: string[] }>`
    select user_id as "userId", jsonb_agg(completed_at) as moments
    from lesson_completion where user_id = any(${userIds}::uuid[]) group by user_id`
}
