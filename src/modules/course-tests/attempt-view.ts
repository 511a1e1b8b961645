import type { Db } from '../../platform/db/database.ts'
import { orNull, TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { AnswerSchema } from '../questions/public/answer.ts'
import { findRequestErrors, toAnswer } from '../questions/public/answer-request.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { gradeAnswer } from '../questions/public/grade-answer.ts'
import { presentedQuestionSchema, presentQuestion } from '../questions/public/present-question.ts'
import { SolutionSchema, solutionOf } from '../questions/public/solution.ts'
import { ATTEMPT_STATUSES, statusOf, type TestAttempt } from './attempt.ts'
import { errors } from './errors.ts'

const order = z.int().openapi({ description: 'From 1' })
const given = { selectedOption: z.int().nullable(), answer: orNull(AnswerSchema) }

export const AttemptSchema = z
  .object({
    attemptId: z.string(),
    courseId: z.string(),
    number: z.int(),
    status: z.enum(ATTEMPT_STATUSES),
    startedAt: TimestampSchema,
    deadlineAt: TimestampSchema,
    questions: z.array(presentedQuestionSchema('TestQuestion', { order, ...given })),
  })
  .openapi('TestAttempt')

const OutcomeFields = {
  attemptId: z.string(),
  courseId: z.string(),
  number: z.int(),
  score: z.int().openapi({ description: 'Per cent, rounded down' }),
  correctCount: z.int(),
  totalQuestions: z.int(),
  passPercent: z.int(),
  isPassed: z.boolean(),
  submittedAt: TimestampSchema,
}

export const OutcomeSchema = z.object(OutcomeFields).openapi('TestOutcome')

export const ResultSchema = z
  .object({
    ...OutcomeFields,
    questions: z.array(
      presentedQuestionSchema('TestResultQuestion', {
        order,
        ...given,
        skill: z.string().nullable(),
        isCorrect: z.boolean(),
        solution: SolutionSchema,
        feedback: z.string().nullable(),
        feedbackHtml: z.string().nullable(),
      }),
    ),
  })
  .openapi('TestResult')

const ATTEMPT_ID = '019a8b5e-7c1d-7000-8000-0000000000c7'
const COURSE_ID = '019a8b5e-7c1d-7000-8000-0000000000c1'
const QUESTION_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000f1',
  type: 'SINGLE_CHOICE' as const,
  prompt: 'Who reports the rain to a contract?',
  promptHtml: '<p>Who reports the rain to a contract?</p>',
  hasHint: false,
  options: ['A miner', 'An oracle', 'A wallet', 'A block'],
  optionsHtml: ['A miner', 'An oracle', 'A wallet', 'A block'],
  order: 1,
  selectedOption: 1,
  answer: null,
}

export const ATTEMPT_EXAMPLE = {
  attemptId: ATTEMPT_ID,
  courseId: COURSE_ID,
  number: 1,
  status: 'OPEN' as const,
  startedAt: '2026-11-02T08:10:00.000Z',
  deadlineAt: '2026-11-02T08:50:00.000Z',
  questions: [QUESTION_EXAMPLE],
}

export const OUTCOME_EXAMPLE = {
  attemptId: ATTEMPT_ID,
  courseId: COURSE_ID,
  number: 1,
  score: 87,
  correctCount: 7,
  totalQuestions: 8,
  passPercent: 80,
  isPassed: true,
  submittedAt: '2026-11-02T08:21:00.000Z',
}

const EXPLANATION = {
  explanation: 'An oracle brings facts to the chain.',
  explanationHtml: '<p>An oracle brings facts to the chain.</p>',
}

export const RESULT_EXAMPLE = {
  ...OUTCOME_EXAMPLE,
  questions: [
    {
      ...QUESTION_EXAMPLE,
      skill: 'blockchain',
      isCorrect: true,
      solution: { ...EXPLANATION, type: 'SINGLE_CHOICE' as const, selectedOption: 1 },
      feedback: null,
      feedbackHtml: null,
    },
  ],
}

/** The questions of an attempt with the saved answers. It contains nothing of the solutions. */
export async function presentAttempt(db: Db, attempt: TestAttempt, now: Date) {
  const { id: attemptId, courseId, number, seed, startedAt, deadlineAt } = attempt
  const answerOf = answerReader(attempt)
  const questions = await getStoredQuestions(db, attempt.questionIds)
  return {
    attemptId,
    courseId,
    number,
    status: statusOf(attempt, now),
    startedAt: startedAt.toISOString(),
    deadlineAt: deadlineAt.toISOString(),
    questions: questions.map((question, index) => ({
      ...presentQuestion(question, seed),
      order: index + 1,
      ...answerOf(question.id),
    })),
  }
}

/** Throws `test_not_submitted` before the submission. */
export function presentOutcome(attempt: TestAttempt) {
  const { id: attemptId, courseId, number, score, correctIds, isPassed, passPercent, submittedAt } = attempt
  if (!submittedAt) throw errors.test_not_submitted()
  return {
    attemptId,
    courseId,
    number,
    score: score!,
    correctCount: correctIds!.length,
    totalQuestions: attempt.questionIds.length,
    passPercent,
    isPassed: isPassed!,
    submittedAt: submittedAt.toISOString(),
  }
}

/** The outcome with solutions and explanations. The stored grades count, also if a question has changed since. */
export async function presentResult(db: Db, attempt: TestAttempt) {
  const outcome = presentOutcome(attempt)
  const { seed } = attempt
  const answerOf = answerReader(attempt)
  const questions = await getStoredQuestions(db, attempt.questionIds)
  return {
    ...outcome,
    questions: questions.map((question, index) => {
      const answer = attempt.answers.find(({ questionId }) => questionId === question.id)
      const grade =
        answer && findRequestErrors(question, answer).length === 0
          ? gradeAnswer(question, seed, toAnswer(answer))
          : undefined
      return {
        ...presentQuestion(question, seed),
        order: index + 1,
        ...answerOf(question.id),
        skill: question.skill,
        isCorrect: attempt.correctIds!.includes(question.id),
        solution: solutionOf(question, seed),
        feedback: grade?.feedback ?? null,
        feedbackHtml: grade?.feedbackHtml ?? null,
      }
    }),
  }
}

function answerReader({ answers }: TestAttempt) {
  const byQuestion = new Map<string, TestAttempt['answers'][number]>(
    answers.map((answer) => [answer.questionId, answer]),
  )
  return (questionId: string) => {
    const answer = byQuestion.get(questionId)
    return { selectedOption: answer?.selectedOption ?? null, answer: answer?.answer ?? null }
  }
}
