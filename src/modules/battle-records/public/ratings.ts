import type { BattleResult } from '../../../events/battles.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Rating } from '../../battle-game/public/glicko2.ts'
import type { RoomId } from './ticket.ts'

export interface RatingRow extends Rating {
  userId: UserId
  wins: number
  losses: number
  draws: number
  playedAt: Date
}

export async function findRating(db: Db, userId: UserId): Promise<RatingRow | undefined> {
  const [row] = await db<RatingRow>`
    select user_id as "userId", rating, deviation, volatility, wins, losses, draws, played_at as "playedAt"
    from battle_rating where user_id = ${userId}`
  return row
}

/** Locks the ratings of all players in these rooms. */
export async function lockRatings(tx: Tx, roomIds: RoomId[]): Promise<RatingRow[]> {
  return tx<RatingRow>`
    select user_id as "userId", rating, deviation, volatility, wins, losses, draws, played_at as "playedAt"
    from battle_rating
    where user_id = any (array(select user_id from battle_entry where room_id = any(${roomIds}::uuid[])))
    order by user_id for no key update`
}

/** Stores the ratings after a battle and increments wins, losses or draws. */
export async function upsertRatings(
  tx: Tx,
  ratings: readonly (Rating & { userId: UserId; result: BattleResult })[],
  now: Date,
): Promise<void> {
  await tx`
    insert into battle_rating as existing
      (user_id, rating, deviation, volatility, wins, losses, draws, played_at)
    select "userId", rating, deviation, volatility, (result = 'WIN')::integer, (result = 'LOSS')::integer,
      (result = 'DRAW')::integer, ${now}
    from jsonb_to_recordset(${ratings}::jsonb) as row ("userId" uuid, rating float8, deviation float8,
      volatility float8, result text)
    order by "userId"
    on conflict (user_id) do update set rating = excluded.rating, deviation = excluded.deviation,
      volatility = excluded.volatility, wins = existing.wins + excluded.wins, losses = existing.losses + excluded.losses,
      draws = existing.draws + excluded.draws, played_at = excluded.played_at`
}

export async function deleteRating(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from battle_rating where user_id = ${userId}`
}
