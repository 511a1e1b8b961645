import type { Api } from '../../../packages/client/src/lyceum.ts'

/** Why a question deserves a look. Each is a text `flag.…`. */
export type Flag = 'easy' | 'hard' | 'unused' | 'wrong' | 'weak'

/** With fewer answers a share is chance. The service compares strong and weak learners from here on, too. */
const MIN_ANSWERS = 20
const EASY = 0.95
const HARD = 0.3
const WEAK = 0.1

type Figures = Pick<Api.CourseQuestionStats, 'answers' | 'correctShare' | 'discrimination' | 'options'>

/** What the answers of learners say against a question. */
export function flagsOf({ answers, correctShare, discrimination, options }: Figures): Flag[] {
  if (answers < MIN_ANSWERS) return []
  return [
    ...(discrimination !== null && discrimination < 0 ? (['wrong'] as const) : []),
    ...(correctShare !== null && correctShare <= HARD ? (['hard'] as const) : []),
    ...(correctShare !== null && correctShare >= EASY ? (['easy'] as const) : []),
    ...(options?.some(({ isCorrect, share }) => !isCorrect && share === 0) ? (['unused'] as const) : []),
    ...(discrimination !== null && discrimination >= 0 && discrimination < WEAK ? (['weak'] as const) : []),
  ]
}
