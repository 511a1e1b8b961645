import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { EndReason } from '../../battle-game/public/battle.ts'
import type { BattleResult, EndState } from '../../battle-game/public/outcome.ts'
import type { EntryId, RoomId } from './ticket.ts'

/** All that is written of a battle that has ended. */
export interface EndedRoom {
  roomId: RoomId
  state: EndState
  reason: EndReason
  botScore: number | null
  seats: {
    entryId: EntryId
    score: number
    correctCount: number
    /** Null where nobody had begun to play: then it is no battle of anybody's history. */
    result: BattleResult | null
    gemsDelta: number
    xpEarned: number
    ratingDelta: number
  }[]
}

/** Ends the rooms and the entries in them. */
export async function endRooms(tx: Tx, ended: readonly EndedRoom[], now: Date): Promise<void> {
  const rooms = ended.map(({ roomId, state, reason, botScore }) => ({ roomId, state, reason, botScore }))
  const seats = ended.flatMap((room) => room.seats)
  await tx`
    with room as (
      update battle_room set state = given.state, reason = given.reason, bot_score = given."botScore",
        ended_at = ${now}
      from jsonb_to_recordset(${rooms}::jsonb) as given ("roomId" uuid, state text, reason text,
        "botScore" integer)
      where id = given."roomId"
    )
    update battle_entry as entry
    set is_live = false, ended_at = ${now}, score = seat.score, correct_count = seat."correctCount",
      result = seat.result, gems_delta = seat."gemsDelta", xp_earned = seat."xpEarned",
      rating_delta = seat."ratingDelta"
    from jsonb_to_recordset(${seats}::jsonb) as seat ("entryId" uuid, score integer, "correctCount" integer,
      result text, "gemsDelta" bigint, "xpEarned" integer, "ratingDelta" integer)
    where entry.id = seat."entryId"`
}

/** What of it the day's cap still allows, by user; it counts from now on. */
export async function reserveDailyXp(
  tx: Tx,
  wanted: { userId: UserId; xp: number }[],
  { day, cap }: { day: string; cap: number },
): Promise<{ userId: UserId; granted: number }[]> {
  return tx<{ userId: UserId; granted: number }>`
    insert into battle_daily_xp as existing (user_id, day, xp)
    select "userId", ${day}::date, least(xp, ${cap}::integer)
    from jsonb_to_recordset(${wanted}::jsonb) as row ("userId" uuid, xp integer) order by "userId"
    on conflict (user_id, day) do update
      set xp = existing.xp + least(excluded.xp, greatest(0, ${cap}::integer - existing.xp))
    returning user_id as "userId", new.xp - coalesce(old.xp, 0) as granted`
}

/**
 * How often the two who sit in a room have met since, in whatever rooms; those who never did are missing. It cannot
 * change meanwhile: whoever sits here is in no other battle.
 */
export async function countMeetings(
  tx: Tx,
  roomIds: RoomId[],
  since: Date,
): Promise<{ roomId: RoomId; meetings: number }[]> {
  return tx<{ roomId: RoomId; meetings: number }>`
    select one.room_id as "roomId", count(*)::integer as meetings
    from battle_entry as one
    join battle_entry as other on other.room_id = one.room_id and other.seat = 1
    join battle_entry as past on past.user_id = one.user_id and past.result is not null and past.ended_at >= ${since}
    join battle_entry as rival on rival.room_id = past.room_id and rival.user_id = other.user_id
    where one.room_id = any(${roomIds}::uuid[]) and one.seat = 0
    group by one.room_id`
}

/** Wins that were for more than a stake: over somebody from the queue, and not too often over the same on one day. */
export function listRewardedWins(
  db: Db,
  { userIds, rewardedBattlesPerDay }: { userIds: UserId[]; rewardedBattlesPerDay: number },
): Promise<{ userId: UserId; roomIds: string[] }[]> {
  return db<{ userId: UserId; roomIds: string[] }>`
    select own.user_id as "userId", array_agg(own.room_id::text) as "roomIds"
    from battle_entry own
    join battle_room room on room.id = own.room_id and room.kind = 'QUEUE'
    join battle_entry rival on rival.room_id = own.room_id and rival.seat <> own.seat
    where own.user_id = any(${userIds}::uuid[]) and own.result = 'WIN' and ${rewardedBattlesPerDay} > (
      select count(*) from battle_entry past
      join battle_entry met on met.room_id = past.room_id and met.user_id = rival.user_id
      where past.user_id = own.user_id and past.result is not null and past.ended_at < own.ended_at
        and past.ended_at >= date_trunc('day', own.ended_at, 'UTC'))
    group by own.user_id`
}
