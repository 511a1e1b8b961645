import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { TestAttempt, TestAttemptId } from './attempt.ts'

/** Returns the attempts of a user at the test of a course, the oldest first. */
export function listAttempts(db: Db, userId: UserId, courseId: CourseId): Promise<TestAttempt[]> {
  return selectAttempts(db, userId, courseId, null)
}

export async function findAttempt(
  db: Db,
  id: TestAttemptId,
  userId: UserId,
): Promise<TestAttempt | undefined> {
  return (await selectAttempts(db, userId, null, id))[0]
}

function selectAttempts(
  db: Db,
  userId: UserId,
  courseId: CourseId | null,
  id: TestAttemptId | null,
): Promise<TestAttempt[]> {
  return db<TestAttempt>`
    select id, user_id as "userId", course_id as "courseId", number, seed, to_jsonb(question_ids) as "questionIds",
      pass_percent as "passPercent", started_at as "startedAt", deadline_at as "deadlineAt", answers,
      submitted_at as "submittedAt", to_jsonb(correct_ids) as "correctIds", score, is_passed as "isPassed"
    from course_test_attempt
    where user_id = ${userId} and (course_id = ${courseId}::uuid or id = ${id}::uuid) order by number`
}

/** Locks the attempt until commit, so that it is graded once and no saved answer is lost. */
export async function lockAttempt(
  tx: Tx,
  id: TestAttemptId,
  userId: UserId,
): Promise<TestAttempt | undefined> {
  await tx`select from course_test_attempt where id = ${id} and user_id = ${userId} for no key update`
  return findAttempt(tx, id, userId)
}

type NewAttempt = Pick<
  TestAttempt,
  | 'id'
  | 'userId'
  | 'courseId'
  | 'number'
  | 'seed'
  | 'questionIds'
  | 'passPercent'
  | 'startedAt'
  | 'deadlineAt'
>

export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<void> {
  const { id, userId, courseId, number, seed, questionIds, passPercent, startedAt, deadlineAt } = attempt
  await tx`
    insert into course_test_attempt
      (id, user_id, course_id, number, seed, question_ids, pass_percent, started_at, deadline_at)
    values (${id}, ${userId}, ${courseId}, ${number}, ${seed}, ${questionIds}::uuid[], ${passPercent}, ${startedAt},
      ${deadlineAt})`
}

export async function updateAnswers(tx: Tx, id: TestAttemptId, answers: GivenAnswer[]): Promise<void> {
  await tx`update course_test_attempt set answers = ${answers}::jsonb where id = ${id}`
}

interface Submission {
  answers: GivenAnswer[]
  correctIds: QuestionId[]
  score: number
  isPassed: boolean
  now: Date
}

export async function updateSubmitted(
  tx: Tx,
  id: TestAttemptId,
  { answers, correctIds, score, isPassed, now }: Submission,
): Promise<void> {
  await tx`
    update course_test_attempt set answers = ${answers}::jsonb, correct_ids = ${correctIds}::uuid[], score = ${score},
      is_passed = ${isPassed}, submitted_at = ${now}
    where id = ${id}`
}
