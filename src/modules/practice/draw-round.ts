import { createHash } from 'node:crypto'
import type { QuestionId } from '../questions/public/question.ts'
import { MAX_ROUND_SIZE } from './round.ts'

/** Questions of which a round takes at most `max`, unless later groups have too few. */
export interface QuestionGroup {
  ids: readonly QuestionId[]
  max: number
}

interface DrawRound {
  /** The closest to the lesson or skill first. A question counts in its first group. */
  groups: readonly QuestionGroup[]
  /** The questions of earlier rounds, the newest round first. */
  earlier: readonly (readonly QuestionId[])[]
  /** How far a question is from the right difficulty for the learner. */
  distanceOf: (id: QuestionId) => number
  /** Determines the result. */
  seed: string
}

/**
 * Draws the questions of a round. Of each group, those come first that were not practised for the longest time, and among
 * them those of the right difficulty.
 */
export function drawRound({ groups, earlier, distanceOf, seed }: DrawRound): QuestionId[] {
  const chanceOf = (id: QuestionId) => createHash('sha256').update(`${seed}\n${id}`).digest('hex')
  const ageOf = agesOf(earlier)
  const ranked = groups.map(({ ids, max }) => ({
    max,
    ids: [...ids].sort(
      (one, other) =>
        ageOf(other) - ageOf(one) ||
        stepOf(distanceOf(one)) - stepOf(distanceOf(other)) ||
        (chanceOf(one) < chanceOf(other) ? -1 : 1),
    ),
  }))
  const drawn = new Set<QuestionId>()
  const draw = (ids: QuestionId[]) => {
    for (const id of ids) if (drawn.size < MAX_ROUND_SIZE) drawn.add(id)
  }
  const seen = new Set<QuestionId>()
  for (const { ids, max } of ranked) {
    draw(ids.filter((id) => !seen.has(id)).slice(0, max))
    for (const id of ids) seen.add(id)
  }
  for (const { ids } of ranked) draw(ids)
  // The order of drawing tells which questions were practised before, so it is not shown.
  return [...drawn].sort((one, other) => (chanceOf(one) < chanceOf(other) ? -1 : 1))
}

/** Questions within the same twentieth are equally near, so that chance can choose between them. */
function stepOf(distance: number): number {
  return Math.ceil(distance * 20)
}

/** How many rounds ago a question was asked; more than all rounds for a question that was not. */
function agesOf(earlier: DrawRound['earlier']): (id: QuestionId) => number {
  const ages = new Map<QuestionId, number>()
  for (const [age, ids] of earlier.entries()) for (const id of ids) if (!ages.has(id)) ages.set(id, age)
  return (id) => ages.get(id) ?? earlier.length
}
