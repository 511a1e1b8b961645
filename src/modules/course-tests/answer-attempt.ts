import { testPassed, testSubmitted } from '../../events/course-tests.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getOwnTimeZone, lockOwnAccount } from '../accounts/public/own-account.ts'
import { recordAnswers } from '../mastery/public/record-answers.ts'
import { findRequestErrors, toAnswer } from '../questions/public/answer-request.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { gradeAnswer } from '../questions/public/grade-answer.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import type { StoredQuestion } from '../questions/public/stored-question.ts'
import { extendStreak } from '../streaks/public/extend-streak.ts'
import { scoreOf, statusOf, type TestAttempt, type TestAttemptId } from './attempt.ts'
import { findAttempt, lockAttempt, updateAnswers, updateSubmitted } from './attempt-queries.ts'
import { errors } from './errors.ts'
import { refuseInsiders } from './refuse-insiders.ts'

/** An answer of a request. Null removes the saved answer. */
export type SentAnswer = GivenAnswer | { questionId: GivenAnswer['questionId']; answer: null }

interface AnswerAttempt {
  userId: UserId
  attemptId: TestAttemptId
  answers: SentAnswer[]
  now: Date
}

/** Saves answers of an open attempt. An answer replaces the saved answer to the same question, null removes it. Nothing is graded. */
export async function saveAnswers(
  tx: Tx,
  { userId, attemptId, answers, now }: AnswerAttempt,
): Promise<TestAttempt> {
  const attempt = await requireAttempt(tx, attemptId, userId)
  const status = statusOf(attempt, now)
  if (status === 'SUBMITTED') throw errors.test_attempt_submitted()
  if (status === 'EXPIRED') throw errors.test_attempt_expired()
  checkAnswers(await getStoredQuestions(tx, attempt.questionIds), answers)
  const merged = mergeAnswers(attempt, answers)
  await updateAnswers(tx, attemptId, merged)
  return { ...attempt, answers: merged }
}

/**
 * Grades an attempt once: the given answers, and the saved ones to the other questions. A question without an answer
 * counts as wrong. A repeated submission returns the stored result. A passed test extends the streak. Who could read the
 * solutions since the start is refused.
 */
export async function submitAttempt(
  tx: Tx,
  { userId, attemptId, answers, now }: AnswerAttempt,
): Promise<TestAttempt> {
  // A claim of the certificate takes the same lock first, so one of both sees the other.
  const account = await lockOwnAccount(tx, userId)
  const attempt = await requireAttempt(tx, attemptId, userId)
  const status = statusOf(attempt, now)
  if (status === 'SUBMITTED') return attempt
  if (status === 'EXPIRED') throw errors.test_attempt_expired()
  await refuseInsiders(tx, account, attempt.courseId)
  const questions = await getStoredQuestions(tx, attempt.questionIds)
  checkAnswers(questions, answers)
  const merged = mergeAnswers(attempt, answers)
  const given = new Map(merged.map((answer) => [answer.questionId, answer]))
  const correctIds = questions
    .filter((question) => isCorrect(question, attempt.seed, given.get(question.id)))
    .map(({ id }) => id)
  const score = scoreOf(correctIds.length, questions.length)
  // Compares without rounding.
  const isPassed = 100 * correctIds.length >= attempt.passPercent * questions.length
  await updateSubmitted(tx, attemptId, { answers: merged, correctIds, score, isPassed, now })
  // A question that was left out says nothing about its difficulty.
  const graded = questions
    .filter(({ id }) => given.has(id))
    .map(({ id }) => ({ questionId: id, isCorrect: correctIds.includes(id), isRepeat: false }))
  await recordAnswers(tx, { userId, answers: graded, at: now })
  const { courseId, passPercent } = attempt
  const at = now.toISOString()
  const all = questions.map(({ id }) => ({ questionId: id, isCorrect: correctIds.includes(id) }))
  tx.emit(testSubmitted({ userId, courseId, attemptId, answers: all, at }))
  if (isPassed) {
    await extendStreak(tx, { userId, timeZone: await getOwnTimeZone(tx, userId), now })
    tx.emit(testPassed({ userId, courseId, attemptId, score, passPercent, at }))
  }
  return (await findAttempt(tx, attemptId, userId))!
}

async function requireAttempt(tx: Tx, id: TestAttemptId, userId: UserId): Promise<TestAttempt> {
  const attempt = await lockAttempt(tx, id, userId)
  if (!attempt) throw errors.test_attempt_not_found()
  return attempt
}

/** Throws if a question is answered twice, is not one of the attempt, or has an impossible answer. */
function checkAnswers(questions: StoredQuestion[], answers: SentAnswer[]): void {
  const open = new Map<string, StoredQuestion>(questions.map((question) => [question.id, question]))
  const details = answers.flatMap((given, index) => {
    const question = open.get(given.questionId)
    open.delete(given.questionId)
    if (!question) return [{ field: `answers.${index}.questionId`, message: 'is unknown or answered twice' }]
    if (given.answer === null) return []
    return findRequestErrors(question, given).map(({ field, message }) => ({
      field: `answers.${index}.${field}`,
      message,
    }))
  })
  if (details.length > 0) throw commonErrors.validation_failed({ details })
}

function mergeAnswers({ answers: saved }: TestAttempt, answers: SentAnswer[]): GivenAnswer[] {
  const last = new Map([...saved, ...answers].map((answer) => [answer.questionId, answer]))
  return [...last.values()].filter((answer) => answer.answer !== null)
}

/** A saved answer may not fit a question that an import changed since; it counts as wrong. */
function isCorrect(question: StoredQuestion, seed: string, given: GivenAnswer | undefined): boolean {
  if (!given || findRequestErrors(question, given).length > 0) return false
  return gradeAnswer(question, seed, toAnswer(given)).isCorrect
}
