import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/**
 * What users have learned, for badges that were created later than the events. Every query uses an index that starts
 * with the user, so its cost depends on these users only.
 */

export interface HistoryRequest {
  userIds: UserId[]
  /** The oldest items come first. */
  limitPerUser: number
}

/** The ids that the events contained. Users without such an item may be missing. */
export interface CompletedItems {
  userId: UserId
  itemIds: string[]
}

type ListCompletedItems = (db: Db, request: HistoryRequest) => Promise<CompletedItems[]>

export const listCompletedLessons: ListCompletedItems = (db, { userIds, limitPerUser }) =>
  db<CompletedItems>`
    select user_id as "userId", (array_agg(lesson_id::text order by completed_at))[:${limitPerUser}::integer] as "itemIds"
    from lesson_completion where user_id = any(${userIds}::uuid[]) group by user_id`

/**
 * Returns lessons in which the first answer to every current question was correct. Answers after the completion are
 * practice and do not count.
 */
export const listPerfectLessons: ListCompletedItems = (db, { userIds, limitPerUser }) =>
  db<CompletedItems>`
    with quiz as materialized (
      select id as lesson_id, array(
        select question_id::uuid
        from jsonb_array_elements_text(jsonb_path_query_array(slides, '$[*].questionId')) as slide (question_id)
      ) as questions
      from lesson
    )
    select completion.user_id as "userId",
      (array_agg(completion.lesson_id::text order by completion.completed_at))[:${limitPerUser}::integer] as "itemIds"
    from lesson_completion completion join quiz using (lesson_id)
    where completion.user_id = any(${userIds}::uuid[]) and cardinality(questions) > 0 and cardinality(questions) <= (
      select count(*) from lesson_answer answer
      where answer.user_id = completion.user_id and question_id = any(questions) and is_correct
        and answered_at <= completion.completed_at)
    group by completion.user_id`

export const listCorrectAnswers: ListCompletedItems = (db, { userIds, limitPerUser }) =>
  db<CompletedItems>`
    select user_id as "userId", (array_agg(question_id::text order by answered_at))[:${limitPerUser}::integer] as "itemIds"
    from lesson_answer where user_id = any(${userIds}::uuid[]) and is_correct group by user_id`

export const listCompletedCourses: ListCompletedItems = (db, { userIds, limitPerUser }) =>
  db<CompletedItems>`
    select user_id as "userId", (array_agg(course_id::text order by completed_at))[:${limitPerUser}::integer] as "itemIds"
    from enrollment where user_id = any(${userIds}::uuid[]) and completed_at is not null group by user_id`

/** Returns paths of which the user completed all current courses. */
export const listCompletedPaths: ListCompletedItems = (db, { userIds, limitPerUser }) =>
  db<CompletedItems>`
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

export async function listLessonCompletionTimes(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; moments: Date[] }[]> {
  const rows = await db<{ userId: UserId; moments: string[] }>`
    select user_id as "userId", jsonb_agg(coalesce(occurred_at, completed_at)) as moments
    from lesson_completion where user_id = any(${userIds}::uuid[]) group by user_id`
  return rows.map(({ userId, moments }) => ({
    userId,
    moments: moments.map((moment) => new Date(moment)),
  }))
}
