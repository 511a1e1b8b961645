import type { Id, UserId } from '../../platform/ids.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { AnswerRequest } from '../questions/public/answer-request.ts'
import type { QuestionId } from '../questions/public/question.ts'

export type RoundId = Id<'PracticeRound'>

/** What a round repeats. */
export type PracticeTarget = { lessonId: LessonId; skill: null } | { lessonId: null; skill: string }

/** The first answer to a question of a round. */
export interface RoundAnswer extends AnswerRequest {
  questionId: QuestionId
  isCorrect: boolean
  /** The client showed the hint before the answer. Absent if not. */
  usedHint?: true
}

export interface PracticeRound {
  id: RoundId
  userId: UserId
  lessonId: LessonId | null
  skill: string | null
  seed: string
  questionIds: QuestionId[]
  answers: RoundAnswer[]
  startedAt: Date
  completedAt: Date | null
  /** The XP that the round paid. */
  xp: number
}

export const MAX_ROUND_SIZE = 8
/** Smaller rounds are not offered: a round extends the streak. */
export const MIN_ROUND_SIZE = 4

export const XP_PER_CORRECT_ANSWER = 1
/** Maximum XP from practice per user and day (UTC): the learner has seen the answers. */
export const PRACTICE_XP_DAILY_CAP = 20

export function countCorrect({ answers }: Pick<PracticeRound, 'answers'>): number {
  return answers.filter(({ isCorrect }) => isCorrect).length
}
