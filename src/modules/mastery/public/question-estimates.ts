import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listQuestionTraits } from '../../questions/public/list-question-traits.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { decayedRating } from '../mastery-level.ts'
import { listMastery, listQuestionRatings } from '../queries.ts'
import { expectedSuccess, guessFloorOf, START_RATING } from './elo.ts'

/** What the answers of learners say about a question. */
export interface QuestionEstimate {
  skill: string
  rating: number
  guessFloor: number
}

/** Questions without an answer are left out: their difficulty is a guess of the author. */
export async function listQuestionEstimates(
  db: Db,
  ids: QuestionId[],
): Promise<Map<QuestionId, QuestionEstimate>> {
  const [traits, ratings] = await Promise.all([listQuestionTraits(db, ids), listQuestionRatings(db, ids)])
  const traitOf = new Map(traits.map((trait) => [trait.id, trait]))
  return new Map(
    ratings.flatMap(({ questionId, rating }) => {
      const trait = traitOf.get(questionId)
      if (!trait?.skill) return []
      return [[questionId, { skill: trait.skill, rating, guessFloor: guessFloorOf(trait) }] as const]
    }),
  )
}

/** The ratings of a learner by skill; a skill without an answer is missing. */
export type SkillRatings = ReadonlyMap<string, number>

/** The ratings of each user, in the order of the ids. */
export async function listSkillRatings(db: Db, userIds: UserId[], now: Date): Promise<SkillRatings[]> {
  const ratings = new Map(userIds.map((id) => [id, new Map<string, number>()]))
  for (const { userId, skill, rating, lastAnsweredAt } of await listMastery(db, userIds))
    ratings.get(userId)!.set(skill, decayedRating(rating, { since: lastAnsweredAt, now }))
  return userIds.map((id) => ratings.get(id)!)
}

/** The expected success at which a battle is open: each player knows about every second answer. */
const BATTLE_BAND = { from: 0.5, to: 0.6 }

/**
 * How far a question is from the band for battles, summed over all players. All players count alike, in any order. 0 for a
 * question without an estimate.
 */
export function distanceFromBattleBand(
  estimate: QuestionEstimate | undefined,
  players: readonly SkillRatings[],
): number {
  if (!estimate) return 0
  const { skill, rating: question, guessFloor } = estimate
  return players.reduce((sum, ratings) => {
    const learner = ratings.get(skill) ?? START_RATING
    const success = expectedSuccess({ learner, question, guessFloor })
    return sum + Math.max(0, BATTLE_BAND.from - success, success - BATTLE_BAND.to)
  }, 0)
}
