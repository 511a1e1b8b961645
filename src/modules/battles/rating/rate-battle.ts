import { DAY_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { BattleResult } from '../game/outcome.ts'
import { aged, NEW_RATING, type Rating, rated } from './glicko2.ts'
import { lockRatings, upsertRatings } from './queries.ts'

interface RatedPlayer {
  userId: UserId
  result: BattleResult
}

const SCORE: Record<BattleResult, number> = { WIN: 1, DRAW: 0.5, LOSS: 0 }

/** Moves the ratings of both players of one battle. Gives by how much, in whole points as people see them. */
export async function rateBattle(
  tx: Tx,
  { players, now }: { players: readonly [RatedPlayer, RatedPlayer]; now: Date },
): Promise<[number, number]> {
  const held = await lockRatings(
    tx,
    players.map(({ userId }) => userId),
  )
  const before = (player: RatedPlayer): Rating => {
    const known = held.find(({ userId }) => userId === player.userId)
    return known ? aged(known, (now.getTime() - known.playedAt.getTime()) / DAY_MS) : NEW_RATING
  }
  const [one, other] = [before(players[0]), before(players[1])]
  const after = [
    rated(one, [{ opponent: other, score: SCORE[players[0].result] }]),
    rated(other, [{ opponent: one, score: SCORE[players[1].result] }]),
  ] as const
  await upsertRatings(
    tx,
    players.map(({ userId, result }, index) => ({ ...after[index]!, userId, result })),
    now,
  )
  return [shown(after[0]) - shown(one), shown(after[1]) - shown(other)]
}

/** Ratings are shown without their fractions. */
function shown({ rating }: Rating): number {
  return Math.round(rating)
}
