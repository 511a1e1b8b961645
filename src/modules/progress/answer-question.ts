import { questionAnswered } from '../../events/progress.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import type { Course, Lesson } from '../catalog/public/catalog.ts'
import {
  type AnswerRequest,
  findRequestErrors,
  refuseField,
  toAnswer,
} from '../questions/public/answer-request.ts'
import { listVersionIds } from '../questions/public/get-questions.ts'
import { GradeSchema, gradeAnswer, gradeStoredOption } from '../questions/public/grade-answer.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { SolutionSchema, solutionOf } from '../questions/public/solution.ts'
import type { StoredQuestion } from '../questions/public/stored-question.ts'
import { isLocked } from './course-progress.ts'
import { errors } from './errors.ts'
import { lessonSeed } from './lesson-seed.ts'
import { resolveOccurredAt } from './public/resolve-occurred-at.ts'
import { countAnswers, getProgress, insertAnswer, lockAnswers, updateSolved } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'

interface QuestionOfLesson {
  userId: UserId
  course: Course
  lesson: Lesson
  /** Of the lesson or of an earlier publication of it. Undefined if there is no such question. */
  question: StoredQuestion | undefined
  now: Date
}

interface AnswerQuestion extends QuestionOfLesson {
  request: AnswerRequest & { attempt?: string | undefined }
  timeSpentSeconds?: number | undefined
  /** When the learner answered, if the device was offline. */
  occurredAt?: Date | undefined
}

export const AnsweredQuestionSchema = GradeSchema.extend({
  correctIndex: z
    .number()
    .int()
    .nullable()
    .openapi({ description: 'From 0; null if the question is not SINGLE_CHOICE' }),
  explanation: z.string(),
  explanationHtml: z.string(),
  solution: SolutionSchema,
}).openapi('AnsweredQuestion')
type AnsweredQuestion = z.output<typeof AnsweredQuestionSchema>

/**
 * Grades an answer to a question of a lesson. Stores and counts the first answer only; later answers are practice. A later
 * right answer counts for what the lesson requires.
 */
export async function answerQuestion(
  tx: Tx,
  { request, occurredAt, timeSpentSeconds, ...asked }: AnswerQuestion,
): Promise<AnsweredQuestion> {
  const { question, enrolledAt } = await requireQuestion(tx, asked)
  const { userId, lesson, now } = asked
  const answeredAt = resolveOccurredAt(occurredAt, { now, enrolledAt: enrolledAt ?? now })
  const graded = gradeRequest(question, request)
  const isSingleChoice = question.type === 'SINGLE_CHOICE'
  const given = toAnswer(request)
  const answer = {
    userId,
    questionId: question.id,
    lessonId: lesson.id,
    selectedOption: isSingleChoice ? given.selectedOption! : null,
    answer: isSingleChoice ? null : given,
    isCorrect: graded.isCorrect,
  }
  const isCounted = lesson.earlier.length > 0 && (await lockOtherVersions(tx, userId, question.id))
  const first = await insertAnswer(tx, answer, answeredAt)
  if (!first && graded.isCorrect) await updateSolved(tx, answer, answeredAt)
  if (first && !isCounted) {
    tx.emit(
      questionAnswered({
        userId,
        questionId: question.id,
        lessonId: lesson.id,
        isCorrect: graded.isCorrect,
        usedHint: first.usedHint,
        ...(timeSpentSeconds === undefined ? {} : { timeSpentSeconds }),
        at: now.toISOString(),
      }),
    )
  }
  return graded
}

/**
 * Whether the user has answered another version of the question, which counted. Answers of one user to versions of one
 * question are serialized until commit, so that only one of them counts for badges, mastery and invitations.
 */
async function lockOtherVersions(tx: Tx, userId: UserId, questionId: QuestionId): Promise<boolean> {
  const versionIds = await listVersionIds(tx, questionId)
  if (versionIds.length === 1) return false
  await lockAnswers(tx, userId, versionIds[0]!)
  const otherIds = versionIds.filter((id) => id !== questionId)
  return (await countAnswers(tx, userId, otherIds)).answered > 0
}

/** Throws unless the user may open the lesson and the lesson has the question. */
export async function requireQuestion(
  tx: Tx,
  { userId, course, lesson, question, now }: QuestionOfLesson,
): Promise<{ question: StoredQuestion; enrolledAt: Date | null }> {
  const [, progress] = await Promise.all([
    requireCourseAccess(tx, userId, course, now),
    getProgress(tx, userId, course.id),
  ])
  if (isLocked(course, lesson, new Set(progress.completedLessonIds))) throw errors.lesson_locked()
  if (!question) throw refuseField('questionId', 'is not a question of this lesson')
  return { question, enrolledAt: progress.enrolledAt }
}

/** Lessons show the options of single-choice questions in the stored order, and shuffle every other type. */
export function gradeRequest(
  question: StoredQuestion,
  request: AnswerRequest & { attempt?: string | undefined },
): AnsweredQuestion {
  const details = findRequestErrors(question, request)
  if (details.length > 0) throw commonErrors.validation_failed({ details })
  const answer = toAnswer(request)
  const { explanation, html } = question
  const shared = { explanation, explanationHtml: html.explanation }
  if (question.type === 'SINGLE_CHOICE') {
    const { type, correctIndex } = question
    return {
      ...gradeStoredOption(question, answer.selectedOption!),
      ...shared,
      correctIndex,
      solution: { ...shared, type, selectedOption: correctIndex },
    }
  }
  if (request.attempt === undefined)
    throw refuseField('attempt', 'is required: send the attempt of the slide')
  const seed = lessonSeed(request.attempt)
  return {
    ...gradeAnswer(question, seed, answer),
    ...shared,
    correctIndex: null,
    solution: solutionOf(question, seed),
  }
}
