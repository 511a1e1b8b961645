import { questionAnswered } from '../../events/progress.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Course, Lesson } from '../catalog/public/catalog.ts'
import type { PracticeQuestion } from '../questions/public/question.ts'
import { isLocked } from './course-progress.ts'
import { errors } from './errors.ts'
import { getProgress, insertAnswer } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'
import { resolveOccurredAt } from './resolve-occurred-at.ts'

interface AnswerQuestion {
  userId: UserId
  course: Course
  lesson: Lesson
  /** Undefined if the lesson has no such question. */
  question: PracticeQuestion | undefined
  selectedOption: number
  /** When the learner answered, if the device was offline. */
  occurredAt?: Date | undefined
  now: Date
}

/** Grades an answer to a question of a lesson. Stores and counts the first answer only; later answers are practice. */
export async function answerQuestion(
  tx: Tx,
  { userId, course, lesson, question, selectedOption, occurredAt, now }: AnswerQuestion,
): Promise<{ isCorrect: boolean; correctIndex: number; explanation: string }> {
  const [, progress] = await Promise.all([
    requireCourseAccess(tx, userId, course, now),
    getProgress(tx, userId, course.id),
  ])
  if (isLocked(course, lesson, new Set(progress.completedLessonIds))) throw errors.lesson_locked()
  if (!question) throw refuseField('questionId', 'is not a question of this lesson')
  if (selectedOption >= question.options.length)
    throw refuseField('selectedOption', `must be from 0 to ${question.options.length - 1}`)

  const answeredAt = resolveOccurredAt(occurredAt, { now, enrolledAt: progress.enrolledAt ?? now })
  const isCorrect = selectedOption === question.correctIndex
  const answer = { userId, questionId: question.id, lessonId: lesson.id, selectedOption, isCorrect }
  const isFirst = await insertAnswer(tx, answer, answeredAt)
  if (isFirst) {
    tx.emit(
      questionAnswered({
        userId,
        questionId: question.id,
        lessonId: lesson.id,
        isCorrect,
        at: now.toISOString(),
      }),
    )
  }
  return { isCorrect, correctIndex: question.correctIndex, explanation: question.explanation }
}

function refuseField(field: string, message: string) {
  return commonErrors.validation_failed({ details: [{ field, message }] })
}
