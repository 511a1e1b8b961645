import { DAY_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { BattleResult } from '../game/outcome.ts'
import { aged, NEW_RATING, type Rating, rated } from './glicko2.ts'
import type { RatingRow } from './queries.ts'

export interface RatedPlayer {
  userId: UserId
  result: BattleResult
}

export interface MovedRating extends RatedPlayer, Rating {
  /** In whole points, as people see them. */
  delta: number
}

const SCORE: Record<BattleResult, number> = { WIN: 1, DRAW: 0.5, LOSS: 0 }

/** The ratings of both players after one battle, in their order, by what is held of them before. */
export function rateBattle(
  players: readonly [RatedPlayer, RatedPlayer],
  held: ReadonlyMap<UserId, RatingRow>,
  now: Date,
): [MovedRating, MovedRating] {
  const before = ({ userId }: RatedPlayer): Rating => {
    const known = held.get(userId)
    return known ? aged(known, (now.getTime() - known.playedAt.getTime()) / DAY_MS) : NEW_RATING
  }
  const [one, other] = [before(players[0]), before(players[1])]
  const moved = (player: RatedPlayer, own: Rating, opponent: Rating): MovedRating => {
    const after = rated(own, [{ opponent, score: SCORE[player.result] }])
    return { ...player, ...after, delta: shown(after) - shown(own) }
  }
  return [moved(players[0], one, other), moved(players[1], other, one)]
}

/** Ratings are shown without their fractions. */
function shown({ rating }: Rating): number {
  return Math.round(rating)
}
