import type { Db } from '../../../platform/db/database.ts'
import type { LessonId } from '../../catalog/public/catalog.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { CoursePeriod } from './enrollment-stats.ts'

interface LessonCompletions {
  lessonId: LessonId
  completed: number
  /** The completions with a reported time. */
  timed: number
  medianSeconds: number | null
}

/** Counts the completions of each lesson by learners who enrolled in the course in a period. */
export function listLessonCompletions(
  db: Db,
  { courseId, since, until }: CoursePeriod,
): Promise<LessonCompletions[]> {
  return db<LessonCompletions>`
    select lesson_id as "lessonId", count(*)::int as completed, count(time_spent_seconds)::int as timed,
      percentile_cont(0.5) within group (order by time_spent_seconds) as "medianSeconds"
    from lesson_completion completion
      join enrollment on enrollment.course_id = completion.course_id and enrollment.user_id = completion.user_id
    where completion.course_id = ${courseId} and enrolled_at >= ${since} and enrolled_at < ${until}
    group by lesson_id`
}

interface StartedLessons extends CoursePeriod {
  lessonIds: LessonId[]
  /** The questions of the lessons. */
  questionIds: QuestionId[]
}

/**
 * Counts the learners who started each lesson, and those who started any (`lessonId` null), among those who enrolled in a
 * period. Reading is not stored: a lesson is started with its first answer or its completion.
 */
export function listLessonStarts(
  db: Db,
  { courseId, since, until, lessonIds, questionIds }: StartedLessons,
): Promise<{ lessonId: LessonId | null; started: number }[]> {
  return db<{ lessonId: LessonId | null; started: number }>`
    select lesson_id as "lessonId", count(distinct user_id)::int as started
    from (
      select lesson_id, user_id from lesson_completion where course_id = ${courseId}
      union
      select lesson_id, user_id from lesson_answer
      where question_id = any(${questionIds}::uuid[]) and lesson_id = any(${lessonIds}::uuid[])
    ) touched
    where user_id in (
      select user_id from enrollment
      where course_id = ${courseId} and enrolled_at >= ${since} and enrolled_at < ${until})
    group by grouping sets ((lesson_id), ())`
}

/** Counts the first answers of learners to single-choice questions of lessons by the selected option. */
export function countSelectedOptions(
  db: Db,
  questionIds: QuestionId[],
): Promise<{ questionId: QuestionId; option: number; answers: number }[]> {
  return db<{ questionId: QuestionId; option: number; answers: number }>`
    select question_id as "questionId", selected_option as option, count(*)::int as answers from lesson_answer
    where question_id = any(${questionIds}::uuid[]) and selected_option is not null
    group by question_id, selected_option`
}
