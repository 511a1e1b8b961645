import { createHash } from 'node:crypto'
import type { QuestionId } from '../questions/public/question.ts'
import { MAX_ROUND_SIZE } from './round.ts'

/** Questions of which a round takes at most `max`, unless all groups together have too few. */
export interface QuestionGroup {
  ids: readonly QuestionId[]
  max: number
}

interface DrawRound {
  /** The closest to the lesson or skill first. A question counts in its first group. */
  groups: readonly QuestionGroup[]
  /** When the learner last answered the questions, also outside of practice. A question that is not in it is unseen. */
  answeredAt: ReadonlyMap<QuestionId, Date>
  /** The questions of the last round. They are drawn only if there are no others. */
  lastRound: ReadonlySet<QuestionId>
  /** How far a question is from the right difficulty for the learner. */
  distanceOf: (id: QuestionId) => number
  /** Determines the result. */
  seed: string
}

/**
 * Draws the questions of a round: unseen questions of all groups, then those of each group that were answered the longest
 * time ago. Among unseen questions, those of the right difficulty come first.
 */
export function drawRound({ groups, answeredAt, lastRound, distanceOf, seed }: DrawRound): QuestionId[] {
  const chanceOf = (id: QuestionId) => createHash('sha256').update(`${seed}\n${id}`).digest('hex')
  const timeOf = (id: QuestionId) => answeredAt.get(id)?.getTime() ?? 0
  const isUnseen = (id: QuestionId) => !answeredAt.has(id)
  const isRested = (id: QuestionId) => !lastRound.has(id)
  const known = new Set<QuestionId>()
  const ranked = groups.map(({ ids, max }) => {
    const own = ids.filter((id) => !known.has(id))
    for (const id of own) known.add(id)
    const sorted = own.sort(
      (one, other) =>
        timeOf(one) - timeOf(other) ||
        stepOf(distanceOf(one)) - stepOf(distanceOf(other)) ||
        (chanceOf(one) < chanceOf(other) ? -1 : 1),
    )
    return { ids: sorted, max }
  })
  const drawn = new Set<QuestionId>()
  const draw = (isWanted: (id: QuestionId) => boolean, isLimited: boolean) => {
    for (const { ids, max } of ranked) {
      let count = ids.filter((id) => drawn.has(id)).length
      for (const id of ids) {
        if (drawn.size === MAX_ROUND_SIZE || (isLimited && count >= max)) break
        if (drawn.has(id) || !isWanted(id)) continue
        drawn.add(id)
        count++
      }
    }
  }
  draw((id) => isUnseen(id) && isRested(id), true)
  draw(isRested, true)
  draw(isRested, false)
  draw(() => true, false)
  // The order of drawing tells which questions were practised before, so it is not shown.
  return [...drawn].sort((one, other) => (chanceOf(one) < chanceOf(other) ? -1 : 1))
}

/** Questions within the same twentieth are equally near, so that chance can choose between them. */
function stepOf(distance: number): number {
  return Math.ceil(distance * 20)
}
