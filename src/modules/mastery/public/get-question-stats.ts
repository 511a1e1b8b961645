import type { Db } from '../../../platform/db/database.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { discriminationOf } from '../discrimination.ts'
import { listQuestionRatings } from '../queries.ts'
import { countTimes, medianSeconds } from './time-histogram.ts'

export interface QuestionStats {
  answerCount: number
  /** The share of right answers. */
  successRate: number
  /** The Elo rating. */
  difficultyRating: number
  discrimination: number | null
  /** How many first answers in lessons have a time, and the median of these. */
  timed: number
  medianSeconds: number | null
}

/** What the answers of learners say about questions, for their authors. Questions without an answer are left out. */
export async function getQuestionStats(db: Db, ids: QuestionId[]): Promise<Map<QuestionId, QuestionStats>> {
  if (ids.length === 0) return new Map()
  const ratings = await listQuestionRatings(db, ids)
  return new Map(
    ratings.map((rating) => {
      const discrimination = discriminationOf(rating)
      return [
        rating.questionId,
        {
          answerCount: rating.answers,
          successRate: round(rating.correctAnswers / rating.answers, 3),
          difficultyRating: round(rating.rating, 0),
          discrimination: discrimination === null ? null : round(discrimination, 2),
          timed: countTimes(rating.times),
          medianSeconds: medianSeconds(rating.times),
        },
      ]
    }),
  )
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
