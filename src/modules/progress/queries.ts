import type { Db } from '../../platform/db/database.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { batchedLock, batchedRead, batchedWrite } from '../../platform/transaction/shared-statements.ts'
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
export const insertEnrollment = batchedWrite(
  async (writableDb, given: (UserCourse & { now: Date })[]): Promise<void[]> => {
    const rows = given.map((enrollment) => ({ id: newId(), ...enrollment }))
    await writableDb`
      insert into enrollment (id, user_id, course_id, enrolled_at)
      select id, "userId", "courseId", now
      from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, "userId" uuid, "courseId" uuid, now timestamptz)
      order by "userId", "courseId"
      on conflict (user_id, course_id) do nothing`
    return []
  },
)

export interface LockedProgress {
  enrollmentId: EnrollmentId
  enrolledAt: Date
  completedAt: Date | null
  completed: Set<LessonId>
}

interface LockedEnrollment {
  enrollment: Omit<LockedProgress, 'completed'> | undefined
  completed: Set<LessonId>
}

/**
 * Locks the enrollment, so that completions of one user in one course are serialized. Enrolls the user if needed.
 * `requireOpen` gets the completed lessons before that, and may throw.
 */
export async function lockProgress(
  tx: Tx,
  { userId, courseId, now }: UserCourse & { now: Date },
  requireOpen: (completed: ReadonlySet<LessonId>) => void,
): Promise<LockedProgress> {
  // Most users are enrolled, and an insert that does nothing costs as much as the lock.
  const locked = await lockEnrollment(tx, { userId, courseId })
  requireOpen(locked.completed)
  if (locked.enrollment) return { ...locked.enrollment, completed: locked.completed }
  const [, { enrollment, completed }] = await Promise.all([
    insertEnrollment(tx, { userId, courseId, now }),
    lockEnrollment(tx, { userId, courseId }),
  ])
  assert(enrollment, 'the enrollment exists after the insert')
  return { ...enrollment, completed }
}

/** The statements are pipelined. The second one is separate because it needs a snapshot taken after the lock. */
const lockEnrollment = batchedLock(async (writableDb, wanted: UserCourse[]): Promise<LockedEnrollment[]> => {
  const userIds = wanted.map(({ userId }) => userId)
  const courseIds = wanted.map(({ courseId }) => courseId)
  const [enrollments, completions] = await Promise.all([
    writableDb<Omit<LockedProgress, 'completed'> & { number: bigint }>`
        select number, id as "enrollmentId", enrolled_at as "enrolledAt", completed_at as "completedAt"
        from unnest(${userIds}::uuid[], ${courseIds}::uuid[]) with ordinality as wanted (user_id, course_id, number)
        join enrollment on enrollment.user_id = wanted.user_id and enrollment.course_id = wanted.course_id
        order by enrollment.user_id, enrollment.course_id for no key update of enrollment`,
    writableDb<{ number: bigint; lessonId: LessonId }>`
        select number, lesson_id as "lessonId"
        from unnest(${userIds}::uuid[], ${courseIds}::uuid[]) with ordinality as wanted (user_id, course_id, number)
        join lesson_completion as completion
          on completion.user_id = wanted.user_id and completion.course_id = wanted.course_id`,
  ])
  const locked = new Map(enrollments.map(({ number, ...row }) => [Number(number), row]))
  const completed = Map.groupBy(completions, ({ number }) => Number(number))
  return wanted.map((_, index) => ({
    enrollment: locked.get(index + 1),
    completed: new Set(completed.get(index + 1)?.map(({ lessonId }) => lessonId)),
  }))
})

export interface NewCompletion {
  id: CompletionId
  userId: UserId
  lessonId: LessonId
  courseId: CourseId
  completedAt: Date
  timeSpentSeconds: number | null
  claimedScore: number | null
  isPaid: boolean
  /** Set if the device sent the completion later. */
  occurredAt: Date | null
}

/** Fails if the completion exists. The caller holds the lock of the enrollment, so it does not exist. */
export const insertCompletion = batchedWrite(
  async (writableDb, completions: NewCompletion[]): Promise<void[]> => {
    await writableDb`
      insert into lesson_completion
        (id, user_id, lesson_id, course_id, completed_at, occurred_at, time_spent_seconds, claimed_score, is_paid)
      select id, "userId", "lessonId", "courseId", "completedAt", "occurredAt", "timeSpentSeconds", "claimedScore", "isPaid"
      from jsonb_to_recordset(${completions}::jsonb) as row (id uuid, "userId" uuid, "lessonId" uuid, "courseId" uuid,
        "completedAt" timestamptz, "occurredAt" timestamptz, "timeSpentSeconds" integer, "claimedScore" integer,
        "isPaid" boolean)`
    return []
  },
)

/** Locks the payments of lessons to this user until commit, because lessons of several courses run in parallel. */
export const lockPaidLessons = batchedLock(
  async (writableDb, wanted: { userId: UserId; since: Date }[]): Promise<number[]> => {
    const [, counts] = await Promise.all([
      writableDb`
        select pg_advisory_xact_lock(hashtextextended('paid-lessons:' || user_id, 0))
        from (select unnest(${wanted.map(({ userId }) => userId).toSorted()}::text[]) as user_id) as wanted`,
      writableDb<{ count: number }>`
        select (
          select count(*)::integer from lesson_completion
          where user_id = "userId" and completed_at >= since and is_paid
        ) as count
        from rows from (jsonb_to_recordset(${wanted}::jsonb) as ("userId" uuid, since timestamptz))
          with ordinality as row ("userId", since, number)
        order by number`,
    ])
    return counts.map(({ count }) => count)
  },
)

/** The caller locks the enrollment. */
export const updateEnrollmentCompleted = batchedWrite(
  async (writableDb, finished: { enrollmentId: EnrollmentId; now: Date }[]): Promise<void[]> => {
    await writableDb`
      update enrollment set completed_at = now
      from (
        select * from jsonb_to_recordset(${finished}::jsonb) as row ("enrollmentId" uuid, now timestamptz)
        -- The planner expects 100 rows of JSON without the limit, and would scan the table.
        limit ${finished.length}
      ) as row
      where id = "enrollmentId"`
    return []
  },
)

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

/** Records that a user asked for a hint. Does nothing for a repeated request. */
export async function insertHint(
  tx: Tx,
  { userId, questionId, lessonId }: Pick<NewAnswer, 'userId' | 'questionId' | 'lessonId'>,
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
  return questionIds.length === 0
    ? { answered: 0, correct: 0, solved: 0 }
    : countAnswersOf(db, { userId, questionIds })
}

const countAnswersOf = batchedRead(
  async (db, asked: { userId: UserId; questionIds: QuestionId[] }[]): Promise<AnswerCounts[]> => {
    const rows = asked.flatMap(({ userId, questionIds }, number) =>
      questionIds.map((questionId) => ({ number, userId, questionId })),
    )
    const counts = await db<AnswerCounts & { number: number }>`
      select number, count(*)::int as answered, (count(*) filter (where is_correct))::int as correct,
        count(solved_at)::int as solved
      from unnest(${rows.map(({ number }) => number)}::int[], ${rows.map(({ userId }) => userId)}::uuid[],
        ${rows.map(({ questionId }) => questionId)}::uuid[]) as asked (number, user_id, question_id)
      join lesson_answer as answer on answer.user_id = asked.user_id and answer.question_id = asked.question_id
      group by number`
    const byNumber = new Map(counts.map(({ number, ...count }) => [number, count]))
    return asked.map((_, number) => byNumber.get(number) ?? { answered: 0, correct: 0, solved: 0 })
  },
)
