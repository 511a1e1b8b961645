import type { Lesson } from '../catalog/public/catalog.ts'
import { errors } from './errors.ts'

export interface AnswerCounts {
  answered: number
  /** First answers that are right. */
  correct: number
  /** Questions with a right answer, the first one or a later one. */
  solved: number
}

/** The questions of a publication of a lesson and what it requires. */
export type JudgedVersion = Pick<Lesson, 'requiredScore' | 'questionIds'>

/** Whether every question has an answer, and the answers are what the version requires. */
export function isAnswered({ requiredScore, questionIds }: JudgedVersion, answers: AnswerCounts): boolean {
  const total = questionIds.length
  return answers.answered === total && 100 * answers.solved >= (requiredScore ?? 0) * total
}

/** Throws `LESSON_REQUIREMENT_UNMET` with what is missing, unless the answers are what the lesson requires. */
export function requireLessonScore(lesson: JudgedVersion, answers: AnswerCounts): void {
  const { requiredScore, questionIds } = lesson
  const total = questionIds.length
  if (requiredScore === null || total === 0 || isAnswered(lesson, answers)) return
  const score = Math.floor((100 * answers.solved) / total)
  const unanswered = total - answers.answered
  throw errors.lesson_requirement_unmet({
    message:
      unanswered > 0
        ? `Answer every question of this lesson first. Questions without an answer: ${unanswered}.`
        : `Answer at least ${requiredScore} % of the questions of this lesson right. You have ${score} %; a later right answer counts.`,
    extra: { requiredScore, score, unanswered },
  })
}
