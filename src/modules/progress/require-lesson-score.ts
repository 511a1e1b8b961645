import type { Lesson } from '../catalog/public/catalog.ts'
import { errors } from './errors.ts'

export interface AnswerCounts {
  answered: number
  /** First answers that are right. */
  correct: number
  /** Questions with a right answer, the first one or a later one. */
  solved: number
}

/** Throws `LESSON_REQUIREMENT_UNMET` with what is missing, unless the answers are what the lesson requires. */
export function requireLessonScore({ requiredScore, questionIds }: Lesson, answers: AnswerCounts): void {
  const total = questionIds.length
  if (requiredScore === null || total === 0) return
  const score = Math.floor((100 * answers.solved) / total)
  const unanswered = total - answers.answered
  const isSolved = 100 * answers.solved >= requiredScore * total
  if (unanswered === 0 && isSolved) return
  throw errors.lesson_requirement_unmet({
    message:
      unanswered > 0
        ? `Answer every question of this lesson first. Questions without an answer: ${unanswered}.`
        : `Answer at least ${requiredScore} % of the questions of this lesson right. You have ${score} %; a later right answer counts.`,
    extra: { requiredScore, score, unanswered },
  })
}
