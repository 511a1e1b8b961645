import type { Db } from '../../platform/db/database.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId, EarlierPublication, LessonId } from '../catalog/public/catalog.ts'
import type { Answer } from '../questions/public/answer.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { CompletionId, CourseProgress, EnrollmentId } from './course-progress.ts'
import type { AnswerCounts } from './require-lesson-score.ts'

export interface UserCourse {
  userId: UserId
  courseId: CourseId
}

/** Returns the progress of each pair in the same order. Works without an enrollment: a lesson may be read before. */
export async function listCourseProgress(db: Db, userCourses: UserCourse[]): Promise<CourseProgress[]> {
  return db<CourseProgress>`
    select enrolled.id as "enrollmentId", enrolled.enrolled_at as "enrolledAt", enrolled.completed_at as "completedAt",
      array(select lesson_id::text from lesson_completion
        where user_id = pair.user_id and course_id = pair.course_id) as "completedLessonIds"
    from unnest(${userCourses.map(({ userId }) => userId)}::uuid[], ${userCourses.map(({ courseId }) => courseId)}::uuid[])
      with ordinality as pair (user_id, course_id, position)
    left join lateral (
      -- The limit informs the planner that there is at most one row, so that it does not scan the table for many pairs.
      select id, enrolled_at, completed_at from enrollment
      where user_id = pair.user_id and course_id = pair.course_id limit 1
    ) enrolled on true
    order by pair.position`
}

export async function getProgress(db: Db, userId: UserId, courseId: CourseId): Promise<CourseProgress> {
  const [progress] = await listCourseProgress(db, [{ userId, courseId }])
  return progress!
}

/** Returns the progress in every course that the user is enrolled in, newest enrollment first. */
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

/** Does nothing if the user is enrolled. */
export async function insertEnrollment(
  tx: Tx,
  { userId, courseId, now }: UserCourse & { now: Date },
): Promise<void> {
  await tx`
    insert into enrollment (id, user_id, course_id, enrolled_at)
    values (${newId()}, ${userId}, ${courseId}, ${now})
    on conflict (user_id, course_id) do nothing`
}

export interface LockedProgress {
  enrollmentId: EnrollmentId
  enrolledAt: Date
  completedAt: Date | null
  completed: Set<LessonId>
}

/** Locks the enrollment, so that completions of one user in one course are serialized. Enrolls the user if needed. */
export async function lockProgress(
  tx: Tx,
  { userId, courseId, now }: UserCourse & { now: Date },
): Promise<LockedProgress> {
  // Most users are enrolled, and an insert that does nothing costs as much as the lock.
  const locked = await lockEnrollment(tx, { userId, courseId })
  if (locked) return locked
  const [, enrolled] = await Promise.all([
    insertEnrollment(tx, { userId, courseId, now }),
    lockEnrollment(tx, { userId, courseId }),
  ])
  assert(enrolled, 'the enrollment exists after the insert')
  return enrolled
}

/** The statements are pipelined. The second one is separate because it needs a snapshot taken after the lock. */
async function lockEnrollment(tx: Tx, { userId, courseId }: UserCourse): Promise<LockedProgress | undefined> {
  const [[enrollment], completions] = await Promise.all([
    tx<{ id: EnrollmentId; enrolledAt: Date; completedAt: Date | null }>`
      select id, enrolled_at as "enrolledAt", completed_at as "completedAt" from enrollment
      where user_id = ${userId} and course_id = ${courseId} for no key update`,
    tx<{ lessonId: LessonId }>`
      select lesson_id as "lessonId" from lesson_completion
      where user_id = ${userId} and course_id = ${courseId}`,
  ])
  return (
    enrollment && {
      enrollmentId: enrollment.id,
      enrolledAt: enrollment.enrolledAt,
      completedAt: enrollment.completedAt,
      completed: new Set(completions.map((row) => row.lessonId)),
    }
  )
}

export interface NewCompletion {
  id: CompletionId
  userId: UserId
  lessonId: LessonId
  courseId: CourseId
  timeSpentSeconds: number | null
  claimedScore: number | null
  isPaid: boolean
  /** Set if the device sent the completion later. */
  occurredAt: Date | null
}

/** Fails if the completion exists. The caller holds the lock of the enrollment, so it does not exist. */
export async function insertCompletion(tx: Tx, completion: NewCompletion, now: Date): Promise<void> {
  await tx`
    insert into lesson_completion
      (id, user_id, lesson_id, course_id, completed_at, occurred_at, time_spent_seconds, claimed_score, is_paid)
    values (${completion.id}, ${completion.userId}, ${completion.lessonId}, ${completion.courseId}, ${now},
      ${completion.occurredAt}, ${completion.timeSpentSeconds}, ${completion.claimedScore}, ${completion.isPaid})`
}

/** Locks the payments of lessons to this user until commit, because lessons of several courses run in parallel. */
export async function lockPaidLessons(tx: Tx, userId: UserId, since: Date): Promise<number> {
  const [, [row]] = await Promise.all([
    tx`select pg_advisory_xact_lock(hashtextextended(${`paid-lessons:${userId}`}, 0))`,
    tx<{ count: number }>`
      select count(*)::integer as count from lesson_completion
      where user_id = ${userId} and completed_at >= ${since} and is_paid`,
  ])
  return row!.count
}

export async function updateEnrollmentCompleted(tx: Tx, id: EnrollmentId, now: Date): Promise<void> {
  await tx`update enrollment set completed_at = ${now} where id = ${id}`
}

export interface NewAnswer {
  userId: UserId
  questionId: QuestionId
  lessonId: LessonId
  /** For a SINGLE_CHOICE question. */
  selectedOption: number | null
  /** For a question of another type. */
  answer: Answer | null
  isCorrect: boolean
}

/** Returns undefined if this user has answered this question before. */
export async function insertAnswer(
  tx: Tx,
  answer: NewAnswer,
  answeredAt: Date,
): Promise<{ usedHint: boolean } | undefined> {
  const [row] = await tx<{ usedHint: boolean }>`
    insert into lesson_answer
      (user_id, question_id, lesson_id, selected_option, answer, is_correct, used_hint, answered_at, solved_at)
    values (${answer.userId}, ${answer.questionId}, ${answer.lessonId}, ${answer.selectedOption},
      ${answer.answer}::jsonb, ${answer.isCorrect},
      exists (select from lesson_hint where user_id = ${answer.userId} and question_id = ${answer.questionId}), ${answeredAt},
      ${answer.isCorrect ? answeredAt : null})
    on conflict (user_id, question_id) do nothing returning used_hint as "usedHint"`
  return row
}

/** Locks the answers of a user to all versions of a question until commit. */
export async function lockAnswers(tx: Tx, userId: UserId, firstVersionId: QuestionId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`answers:${userId}:${firstVersionId}`}, 0))`
}

/** Records a right answer after a wrong first one. */
export async function updateSolved(
  tx: Tx,
  { userId, questionId }: Pick<NewAnswer, 'userId' | 'questionId'>,
  solvedAt: Date,
): Promise<void> {
  await tx`
    update lesson_answer set solved_at = ${solvedAt}
    where user_id = ${userId} and question_id = ${questionId} and solved_at is null`
}

interface NewHint {
  userId: UserId
  questionId: QuestionId
  lessonId: LessonId
}

/** Records that a user asked for a hint. Does nothing for a repeated request. */
export async function insertHint(
  tx: Tx,
  { userId, questionId, lessonId }: NewHint,
  now: Date,
): Promise<void> {
  await tx`
    insert into lesson_hint (user_id, question_id, lesson_id, asked_at)
    values (${userId}, ${questionId}, ${lessonId}, ${now})
    on conflict (user_id, question_id) do nothing`
}

/**
 * Counts the answers to an earlier publication. The user saw it if one of the answers is older than the next publication, or
 * is about a question that only the earlier one had.
 */
export async function countEarlierAnswers(
  db: Db,
  userId: UserId,
  { questionIds, replacedAt }: EarlierPublication,
  currentIds: QuestionId[],
): Promise<AnswerCounts & { isSeen: boolean }> {
  const [row] = await db<AnswerCounts & { isSeen: boolean }>`
    select count(*)::int as answered, (count(*) filter (where is_correct))::int as correct, count(solved_at)::int as solved,
      coalesce(bool_or(answered_at < ${replacedAt}::timestamptz or question_id <> all(${currentIds}::uuid[])), false) as "isSeen"
    from lesson_answer where user_id = ${userId} and question_id = any(${questionIds}::uuid[])`
  return row!
}

export async function countAnswers(db: Db, userId: UserId, questionIds: QuestionId[]): Promise<AnswerCounts> {
  if (questionIds.length === 0) return { answered: 0, correct: 0, solved: 0 }
  const [row] = await db<AnswerCounts>`
    select count(*)::int as answered, (count(*) filter (where is_correct))::int as correct, count(solved_at)::int as solved
    from lesson_answer where user_id = ${userId} and question_id = any(${questionIds}::uuid[])`
  return row!
}
