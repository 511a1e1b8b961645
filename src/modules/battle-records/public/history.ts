import type { EndReason } from '../../../events/battles.ts'
import type { Db } from '../../../platform/db/database.ts'
import { LAST_ID, LAST_TIME } from '../../../platform/http/cursor.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { EndState } from '../../battle-game/public/outcome.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { RoomRow, SeatRow } from './rooms.ts'
import type { RoomId } from './ticket.ts'

export interface HistoryRow extends SeatRow, Pick<RoomRow, 'kind' | 'topicId' | 'stake' | 'botDifficulty'> {
  state: EndState
  reason: EndReason
  endedAt: Date
  opponentId: UserId | null
  opponentRating: number | null
  opponentScore: number | null
}

/** A question that was asked before so many battles is new again. */
const SEARCHED_BATTLES = 200

const FIRST_BATTLE = { endedAt: LAST_TIME, entryId: LAST_ID }

/** The battles that a user has played, the newest first, after a position. */
export async function listHistory(
  db: Db,
  userId: UserId,
  {
    after = FIRST_BATTLE,
    limit,
    offset,
  }: { after?: { endedAt: Date; entryId: string }; limit: number; offset: number },
): Promise<HistoryRow[]> {
  return db<HistoryRow>`
    select own.room_id as "roomId", room.kind, room.state, room.reason, room.topic_id as "topicId", room.stake,
      own.ended_at as "endedAt", room.bot_difficulty as "botDifficulty", other.user_id as "opponentId",
      other.rating as "opponentRating", coalesce(other.score, room.bot_score) as "opponentScore",
      own.id as "entryId", own.user_id as "userId", own.seat, own.rating, own.score, own.correct_count as "correctCount", own.result,
      own.gems_delta as "gemsDelta", own.xp_earned as "xpEarned", own.rating_delta as "ratingDelta"
    from (
      select * from battle_entry where user_id = ${userId} and result is not null
        and (ended_at, id) < (${after.endedAt}, ${after.entryId}::uuid)
      order by ended_at desc, id desc limit ${limit} offset ${offset}
    ) as own
    join battle_room as room on room.id = own.room_id
    left join battle_entry as other on other.room_id = own.room_id and other.seat <> own.seat
    order by own.ended_at desc, own.id desc`
}

export async function countHistory(db: Db, userId: UserId): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from battle_entry where user_id = ${userId} and result is not null`
  return row!.total
}

/**
 * For each room, how many battles its two players have played against each other since `since`; rooms without any are
 * missing. The count is stable until settlement, because a user is in one battle at a time.
 */
export async function countMeetings(tx: Tx, roomIds: RoomId[], since: Date) {
  return tx<{ roomId: RoomId; meetings: number }>`
    select one.room_id as "roomId", count(*)::integer as meetings
    from battle_entry as one
    join battle_entry as other on other.room_id = one.room_id and other.seat = 1
    join battle_entry as past on past.user_id = one.user_id and past.result is not null and past.ended_at >= ${since}
    join battle_entry as rival on rival.room_id = past.room_id and rival.user_id = other.user_id
    where one.room_id = any(${roomIds}::uuid[]) and one.seat = 0
    group by one.room_id`
}

/** How many battles each user has won against bots since a time, with a correct answer. Users without any are missing. */
export function countBotWins(db: Db, users: { userId: UserId; since: Date }[]) {
  return db<{ userId: UserId; wins: number }>`
    select own.user_id as "userId", count(*)::integer as wins
    from jsonb_to_recordset(${users}::jsonb) as given ("userId" uuid, since timestamptz)
    join battle_entry as own on own.user_id = given."userId" and own.result = 'WIN' and own.correct_count > 0
      and own.ended_at >= given.since
    join battle_room as room on room.id = own.room_id and room.kind = 'BOT'
    group by own.user_id`
}

/** Wins with a correct answer in queue battles, up to `rewardedBattlesPerDay` battles per pair of players and day (UTC). */
export function listRewardedWins(
  db: Db,
  { userIds, rewardedBattlesPerDay }: { userIds: UserId[]; rewardedBattlesPerDay: number },
): Promise<{ userId: UserId; roomIds: string[] }[]> {
  return db<{ userId: UserId; roomIds: string[] }>`
    select own.user_id as "userId", array_agg(own.room_id::text) as "roomIds"
    from battle_entry own
    join battle_room room on room.id = own.room_id and room.kind = 'QUEUE'
    join battle_entry rival on rival.room_id = own.room_id and rival.seat <> own.seat
    where own.user_id = any(${userIds}::uuid[]) and own.result = 'WIN' and own.correct_count > 0 and ${rewardedBattlesPerDay} > (
      select count(*) from battle_entry past
      join battle_entry met on met.room_id = past.room_id and met.user_id = rival.user_id
      where past.user_id = own.user_id and past.result is not null and past.ended_at < own.ended_at
        and past.ended_at >= date_trunc('day', own.ended_at, 'UTC'))
    group by own.user_id`
}

/** Those of the questions that a user was asked in the battles before a room; the last ones are searched. */
export async function listAskedQuestions(
  db: Db,
  { userId, before, questionIds }: { userId: UserId; before: RoomId; questionIds: QuestionId[] },
): Promise<Set<QuestionId>> {
  const rows = await db<{ id: QuestionId }>`
    select distinct asked.id from (
      select room_id from battle_entry
      where user_id = ${userId} and result is not null and room_id <> ${before}
        and ended_at <= (select ended_at from battle_room where id = ${before})
      order by ended_at desc limit ${SEARCHED_BATTLES}
    ) as own
    join battle_room as room on room.id = own.room_id
    cross join unnest(room.question_ids) as asked (id)
    where asked.id = any(${questionIds}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}
