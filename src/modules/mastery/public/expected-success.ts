import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listQuestionTraits } from '../../questions/public/list-question-traits.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { decayedRating } from '../mastery-level.ts'
import { listMastery, listQuestionRatings } from '../queries.ts'
import { expectedSuccess, guessFloorOf, START_RATING, START_RATING_OF } from './elo.ts'

interface GetExpectedSuccess {
  userId: UserId
  questionIds: QuestionId[]
  now: Date
}

/** The chance of a right answer of a learner to each question. A question without skill and topic is left out. */
export async function getExpectedSuccess(
  db: Db,
  { userId, questionIds, now }: GetExpectedSuccess,
): Promise<Map<QuestionId, number>> {
  if (questionIds.length === 0) return new Map()
  const [traits, ratings, mastery] = await Promise.all([
    listQuestionTraits(db, questionIds),
    listQuestionRatings(db, questionIds),
    listMastery(db, [userId]),
  ])
  const ratingOf = new Map(ratings.map(({ questionId, rating }) => [questionId, rating]))
  const learnerOf = new Map(
    mastery.map(({ skill, rating, lastAnsweredAt }) => [
      skill,
      decayedRating(rating, { since: lastAnsweredAt, now }),
    ]),
  )
  return new Map(
    traits.flatMap((trait) => {
      if (!trait.skill) return []
      const success = expectedSuccess({
        learner: learnerOf.get(trait.skill) ?? START_RATING,
        question: ratingOf.get(trait.id) ?? START_RATING_OF[trait.difficulty],
        guessFloor: guessFloorOf(trait),
      })
      return [[trait.id, success] as const]
    }),
  )
}

/** The expected success at which a learner learns most: hard enough to think, easy enough to go on. */
const LEARNING_BAND = { from: 0.8, to: 0.85 }

/** How far an expected success is from the band for learning; 0 inside it, and for a question without a rating. */
export function distanceFromLearningBand(success: number | undefined): number {
  if (success === undefined) return 0
  return Math.max(0, LEARNING_BAND.from - success, success - LEARNING_BAND.to)
}
