import type { BattleResult } from '../../events/battles.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { NEW_RATING, type Rating, updateRating, withInactivity } from '../battle-game/public/glicko2.ts'
import type { RatingRow } from '../battle-records/public/ratings.ts'

export interface RatedPlayer {
  userId: UserId
  result: BattleResult
}

export interface RatingChange extends RatedPlayer, Rating {
  /** Difference of the rounded ratings. */
  delta: number
}

const SCORE: Record<BattleResult, number> = { WIN: 1, DRAW: 0.5, LOSS: 0 }

/** Computes the ratings of both players after one battle, in the given order. */
export function rateBattle(
  players: readonly [RatedPlayer, RatedPlayer],
  currentRatings: ReadonlyMap<UserId, RatingRow>,
  now: Date,
): [RatingChange, RatingChange] {
  const before = ({ userId }: RatedPlayer): Rating => {
    const known = currentRatings.get(userId)
    return known ? withInactivity(known, (now.getTime() - known.playedAt.getTime()) / DAY_MS) : NEW_RATING
  }
  const [one, other] = [before(players[0]), before(players[1])]
  const ratingChange = (player: RatedPlayer, own: Rating, opponent: Rating): RatingChange => {
    const after = updateRating(own, [{ opponent, score: SCORE[player.result] }])
    return { ...player, ...after, delta: rounded(after) - rounded(own) }
  }
  return [ratingChange(players[0], one, other), ratingChange(players[1], other, one)]
}

function rounded({ rating }: Rating): number {
  return Math.round(rating)
}
