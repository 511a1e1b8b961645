import type { Db } from '../../platform/db/database.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../authoring/public/pack.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { CompletionId, CourseProgress, EnrollmentId } from './course-progress.ts'

/** A learner and a course. */
export interface UserCourse {
  userId: UserId
  courseId: CourseId
}

/** Of each place in turn, whether or not the user is enrolled there: a lesson may be read before that. */
export async function listCourseProgress(db: Db, userCourses: UserCourse[]): Promise<CourseProgress[]> {
  return db<CourseProgress>`
    select held.id as "enrollmentId", held.enrolled_at as "enrolledAt", held.completed_at as "completedAt",
      array(select lesson_id::text from lesson_completion
        where user_id = asked.user_id and course_id = asked.course_id) as "completedLessonIds"
    from unnest(${userCourses.map(({ userId }) => userId)}::uuid[], ${userCourses.map(({ courseId }) => courseId)}::uuid[])
      with ordinality as asked (user_id, course_id, place)
    left join lateral (
      -- The limit says that there is one at most, and keeps the planner from reading the whole table for many places.
      select id, enrolled_at, completed_at from enrollment
      where user_id = asked.user_id and course_id = asked.course_id limit 1
    ) held on true
    order by asked.place`
}

export async function getProgress(db: Db, userId: UserId, courseId: CourseId): Promise<CourseProgress> {
  const [progress] = await listCourseProgress(db, [{ userId, courseId }])
  return progress!
}

/** Of every course that the user is enrolled in, the newest enrollment first. */
export async function listUserProgress(
  db: Db,
  userId: UserId,
): Promise<(CourseProgress & { courseId: CourseId })[]> {
  return db<CourseProgress & { courseId: CourseId }>`
    select enrollment.id as "enrollmentId", course_id as "courseId", enrolled_at as "enrolledAt",
      completed_at as "completedAt",
      array(select lesson_id::text from lesson_completion
        where user_id = enrollment.user_id and course_id = enrollment.course_id) as "completedLessonIds"
    from enrollment where user_id = ${userId} order by enrolled_at desc, id desc`
}

export async function listCompletedCourseIds(db: Db, userId: UserId): Promise<CourseId[]> {
  const rows = await db<{ courseId: CourseId }>`
    select course_id as "courseId" from enrollment where user_id = ${userId} and completed_at is not null`
  return rows.map((row) => row.courseId)
}

/** Undefined when there is no such course in the catalogue, or it has no project. */
export async function findCapstoneProject(
  db: Db,
  userId: UserId,
  courseId: string,
): Promise<{ project: CapstoneProject; isEnrolled: boolean } | undefined> {
  const [row] = await db<{ project: CapstoneProject; isEnrolled: boolean }>`
    select project, exists (
        select from enrollment where user_id = ${userId} and course_id = course.id
      ) as "isEnrolled"
    from course where id = ${courseId} and archived_at is null and project is not null`
  return row
}

/** Undefined when there is one already. */
export async function insertEnrollment(
  tx: Tx,
  { userId, courseId, now }: { userId: UserId; courseId: CourseId; now: Date },
): Promise<EnrollmentId | undefined> {
  const [row] = await tx<{ id: EnrollmentId }>`
    insert into enrollment (id, user_id, course_id, enrolled_at)
    values (${newId()}, ${userId}, ${courseId}, ${now})
    on conflict (user_id, course_id) do nothing returning id`
  return row?.id
}

export interface LockedProgress {
  enrollmentId: EnrollmentId
  isNewlyEnrolled: boolean
  completedAt: Date | null
  completed: Set<LessonId>
}

/**
 * Enrolls where that is still to be done, and blocks until nobody else completes a lesson of this user in this course.
 * Three statements that are sent at once: the last one must have a snapshot of its own, taken after the lock.
 */
export async function lockProgress(
  tx: Tx,
  { userId, courseId, now }: { userId: UserId; courseId: CourseId; now: Date },
): Promise<LockedProgress> {
  const [inserted, [enrollment], completions] = await Promise.all([
    insertEnrollment(tx, { userId, courseId, now }),
    tx<{ id: EnrollmentId; completedAt: Date | null }>`
      select id, completed_at as "completedAt" from enrollment
      where user_id = ${userId} and course_id = ${courseId} for no key update`,
    tx<{ lessonId: LessonId }>`
      select lesson_id as "lessonId" from lesson_completion
      where user_id = ${userId} and course_id = ${courseId}`,
  ])
  assert(enrollment, 'an enrollment that was just made is there')
  return {
    enrollmentId: enrollment.id,
    isNewlyEnrolled: inserted !== undefined,
    completedAt: enrollment.completedAt,
    completed: new Set(completions.map((row) => row.lessonId)),
  }
}

export interface NewCompletion {
  id: CompletionId
  userId: UserId
  lessonId: LessonId
  courseId: CourseId
  timeSpentSeconds: number | null
  claimedScore: number | null
}

/** Under the lock of the enrollment, so it cannot be there already; if it were, nothing must be paid. */
export async function insertCompletion(tx: Tx, completion: NewCompletion, now: Date): Promise<void> {
  await tx`
    insert into lesson_completion
      (id, user_id, lesson_id, course_id, completed_at, time_spent_seconds, claimed_score)
    values (${completion.id}, ${completion.userId}, ${completion.lessonId}, ${completion.courseId}, ${now},
      ${completion.timeSpentSeconds}, ${completion.claimedScore})`
}

export async function updateEnrollmentCompleted(tx: Tx, id: EnrollmentId, now: Date): Promise<void> {
  await tx`update enrollment set completed_at = ${now} where id = ${id}`
}

export interface NewAnswer {
  userId: UserId
  questionId: QuestionId
  lessonId: LessonId
  selectedOption: number
  isCorrect: boolean
}

/** True for the first answer of this user to this question. */
export async function insertAnswer(tx: Tx, answer: NewAnswer, now: Date): Promise<boolean> {
  const rows = await tx`
    insert into lesson_answer (user_id, question_id, lesson_id, selected_option, is_correct, answered_at)
    values (${answer.userId}, ${answer.questionId}, ${answer.lessonId}, ${answer.selectedOption},
      ${answer.isCorrect}, ${now})
    on conflict (user_id, question_id) do nothing returning question_id`
  return rows.length > 0
}

export async function countAnswers(
  db: Db,
  userId: UserId,
  questionIds: QuestionId[],
): Promise<{ answered: number; correct: number }> {
  if (questionIds.length === 0) return { answered: 0, correct: 0 }
  const [row] = await db<{ answered: number; correct: number }>`
    select count(*)::int as answered, (count(*) filter (where is_correct))::int as correct
    from lesson_answer where user_id = ${userId} and question_id = any(${questionIds}::uuid[])`
  return row!
}

export async function getPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>> {
  const enrollments = await db`
    select course.title as course, enrolled_at as "enrolledAt", completed_at as "completedAt"
    from enrollment join course on course.id = course_id where user_id = ${userId} order by enrolled_at`
  const lessons = await db`
    select lesson.title as lesson, completed_at as "completedAt", time_spent_seconds as "timeSpentSeconds",
      claimed_score as "claimedScore"
    from lesson_completion join lesson on lesson.id = lesson_id where user_id = ${userId} order by completed_at`
  const answers = await db`
    select question_id as "questionId", selected_option as "selectedOption", is_correct as "isCorrect",
      answered_at as "answeredAt"
    from lesson_answer where user_id = ${userId} order by answered_at`
  return { enrollments, lessons, answers }
}

export async function deleteAnswers(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from lesson_answer where user_id = ${userId}`
}

/** A range of the primary key, so that it costs what is new and not what there is. */
export function listCompletionDays(
  db: Db,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<{ day: string; count: number; lastId: string }[]> {
  return db<{ day: string; count: number; lastId: string }>`
    select day::text as day, count(*)::integer as count, max(id::text) as "lastId"
    from (
      select id, completed_at::date as day from lesson_completion
      where id > ${after}::uuid and id < ${before}::uuid order by id limit ${limit}
    ) fresh
    group by day`
}

export interface CourseCompletionRow {
  title: string
  description: string
  isArchived: boolean
  wasFinished: boolean
  lessons: number
  completed: number
}

export async function findCourseCompletion(
  db: Db,
  userId: UserId,
  courseId: CourseId,
): Promise<CourseCompletionRow | undefined> {
  const [row] = await db<CourseCompletionRow>`
    select title, description, archived_at is not null as "isArchived",
      exists (select from enrollment
        where user_id = ${userId} and course_id = course.id and completed_at is not null) as "wasFinished",
      (select count(*)::int from lesson where course_id = course.id and archived_at is null) as lessons,
      (select count(*)::int from lesson_completion done
        join lesson on lesson.id = done.lesson_id and lesson.archived_at is null
        where done.user_id = ${userId} and done.course_id = course.id) as completed
    from course where id = ${courseId}`
  return row
}
