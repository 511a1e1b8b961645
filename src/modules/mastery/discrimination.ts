/** Sums over the answers to a question. `learner` is the rating of the learner before the answer. */
export interface AnswerSums {
  answers: number
  correctAnswers: number
  learnerSum: number
  learnerSquareSum: number
  learnerCorrectSum: number
}

/** Fewer answers say nothing about the discrimination. */
export const MIN_ANSWERS = 20

/**
 * The correlation between a right answer and the rating of the learner, from -1 to 1. Near 0 the question does not tell
 * strong from weak learners; below 0 its solution may be wrong. Null with few answers or if all are alike.
 */
export function discriminationOf(sums: AnswerSums): number | null {
  const { answers, correctAnswers, learnerSum, learnerSquareSum, learnerCorrectSum } = sums
  if (answers < MIN_ANSWERS) return null
  const learnerVariance = answers * learnerSquareSum - learnerSum ** 2
  const correctVariance = answers * correctAnswers - correctAnswers ** 2
  // Rounding leaves a small rest where all learners have the same rating.
  if (learnerVariance <= 1e-6 * answers ** 2 || correctVariance === 0) return null
  const correlation =
    (answers * learnerCorrectSum - learnerSum * correctAnswers) / Math.sqrt(learnerVariance * correctVariance)
  return Math.min(1, Math.max(-1, correlation))
}
