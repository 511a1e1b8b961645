import type { Db } from '../../../platform/db/database.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { EndReason, SeatNumber } from '../../battle-game/public/battle.ts'
import type { BattleResult, EndState } from '../../battle-game/public/outcome.ts'
import type { BattleInput } from '../../battle-game/public/play.ts'
import type { Difficulty, QuestionId, TopicId } from '../../questions/public/question.ts'
import type { EntryId, RoomId } from './ticket.ts'

export type ProcessId = Id<'BattleProcess'>
export type RoomKind = 'QUEUE' | 'FRIEND' | 'REMATCH' | 'BOT'
export type RoomState = 'WAITING' | 'IN_PROGRESS' | EndState

export interface RoomRow {
  id: RoomId
  kind: RoomKind
  state: RoomState
  topicId: TopicId | null
  stake: bigint
  seed: string
  questionIds: QuestionId[] | null
  botDifficulty: Difficulty | null
  code: string | null
  startDeadline: Date
  hostProcessId: ProcessId | null
  createdAt: Date
  endedAt: Date | null
  reason: EndReason | null
  botScore: number | null
}

/** A person's place in a room, and what came of it. */
export interface SeatRow {
  roomId: RoomId
  entryId: EntryId
  userId: UserId
  seat: SeatNumber
  rating: number
  score: number | null
  correctCount: number | null
  result: BattleResult | null
  gemsDelta: bigint | null
  xpEarned: number | null
  ratingDelta: number | null
}

export interface NewRoom {
  id: RoomId
  kind: RoomKind
  topicId: TopicId | null
  stake: bigint
  seed: string
  questionIds?: QuestionId[]
  botDifficulty?: Difficulty
  code?: string
  now: Date
  startDeadline: Date
}

/** False when the code is that of another open room. */
export async function insertRoom(tx: Tx, room: NewRoom): Promise<boolean> {
  const rows = await tx`
    insert into battle_room
      (id, kind, state, topic_id, stake, seed, question_ids, bot_difficulty, code, start_deadline, created_at)
    values (${room.id}, ${room.kind}, 'WAITING', ${room.topicId}, ${room.stake}, ${room.seed},
      ${room.questionIds ?? null}::uuid[], ${room.botDifficulty ?? null}, ${room.code ?? null},
      ${room.startDeadline}, ${room.now})
    on conflict (code) where ended_at is null and code is not null do nothing
    returning id`
  return rows.length === 1
}

export async function findRoom(db: Db, id: RoomId): Promise<RoomRow | undefined> {
  const [row] = await db<RoomRow>`
    select id, kind, state, topic_id as "topicId", stake, seed, question_ids as "questionIds",
      bot_difficulty as "botDifficulty", code, start_deadline as "startDeadline", host_process_id as "hostProcessId",
      created_at as "createdAt", ended_at as "endedAt", reason, bot_score as "botScore"
    from battle_room where id = ${id}`
  return row
}

export function listSeats(db: Db, roomId: RoomId): Promise<SeatRow[]> {
  return listSeatsOfRooms(db, [roomId])
}

/** Of several rooms; those of one room in their order. */
export async function listSeatsOfRooms(db: Db, roomIds: RoomId[]): Promise<SeatRow[]> {
  return db<SeatRow>`
    select room_id as "roomId", id as "entryId", user_id as "userId", seat, rating, score, correct_count as "correctCount", result,
      gems_delta as "gemsDelta", xp_earned as "xpEarned", rating_delta as "ratingDelta"
    from battle_entry where room_id = any(${roomIds}::uuid[]) order by seat`
}

/** An open friends' room by what its maker told; blocks until nobody else joins it. */
export async function lockRoomByCode(
  tx: Tx,
  code: string,
): Promise<Pick<RoomRow, 'id' | 'topicId' | 'stake' | 'startDeadline'> | undefined> {
  const [row] = await tx<Pick<RoomRow, 'id' | 'topicId' | 'stake' | 'startDeadline'>>`
    select id, topic_id as "topicId", stake, start_deadline as "startDeadline" from battle_room
    where code = ${code} and ended_at is null for no key update`
  return row
}

export async function wasCodeUsed(db: Db, code: string): Promise<boolean> {
  return (await db`select 1 from battle_room where code = ${code} limit 1`).length > 0
}

/** Those that are open; blocks until nobody else takes or settles them. */
export async function lockOpenRooms(tx: Tx, ids: RoomId[]): Promise<RoomRow[]> {
  return tx<RoomRow>`
    select id, kind, state, topic_id as "topicId", stake, seed, question_ids as "questionIds",
      bot_difficulty as "botDifficulty", code, start_deadline as "startDeadline", host_process_id as "hostProcessId",
      created_at as "createdAt", ended_at as "endedAt", reason, bot_score as "botScore"
    from battle_room where id = any(${ids}::uuid[]) and ended_at is null order by id for no key update`
}

export async function lockOpenRoom(tx: Tx, id: RoomId): Promise<RoomRow | undefined> {
  return (await lockOpenRooms(tx, [id]))[0]
}

/** Of a room that has ended: who wanted a rematch, if anybody; blocks until nobody else does. */
export async function lockEndedRoom(
  tx: Tx,
  roomId: RoomId,
): Promise<
  | (Pick<RoomRow, 'kind' | 'topicId' | 'stake' | 'endedAt' | 'state'> & {
      rematchBy: UserId | null
      rematchRoomId: RoomId | null
    })
  | undefined
> {
  const [row] = await tx<
    Pick<RoomRow, 'kind' | 'topicId' | 'stake' | 'endedAt' | 'state'> & {
      rematchBy: UserId | null
      rematchRoomId: RoomId | null
    }
  >`
    select kind, topic_id as "topicId", stake, ended_at as "endedAt", state, rematch_by as "rematchBy",
      rematch_room_id as "rematchRoomId"
    from battle_room where id = ${roomId} and ended_at is not null for no key update`
  return row
}

export async function updateRematch(
  tx: Tx,
  {
    roomId,
    rematchBy,
    rematchRoomId,
  }: {
    roomId: RoomId
    rematchBy: UserId | null
    rematchRoomId: RoomId | null
  },
): Promise<void> {
  await tx`
    update battle_room set rematch_by = ${rematchBy}, rematch_room_id = ${rematchRoomId} where id = ${roomId}`
}

export interface HistoryRow extends SeatRow {
  kind: RoomKind
  state: EndState
  reason: EndReason
  topicId: TopicId | null
  stake: bigint
  endedAt: Date
  botDifficulty: Difficulty | null
  opponentId: UserId | null
  opponentRating: number | null
  opponentScore: number | null
}

/** Battles that somebody has played, the newest first. */
export async function listHistory(
  db: Db,
  userId: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  return db<HistoryRow>`
    select own.room_id as "roomId", room.kind, room.state, room.reason, room.topic_id as "topicId", room.stake,
      own.ended_at as "endedAt", room.bot_difficulty as "botDifficulty", other.user_id as "opponentId",
      other.rating as "opponentRating", coalesce(other.score, room.bot_score) as "opponentScore", own.id as "entryId", own.user_id as "userId",
      own.seat, own.rating, own.score, own.correct_count as "correctCount", own.result,
      own.gems_delta as "gemsDelta", own.xp_earned as "xpEarned", own.rating_delta as "ratingDelta"
    from (
      select * from battle_entry where user_id = ${userId} and result is not null
      order by ended_at desc limit ${limit} offset ${offset}
    ) as own
    join battle_room as room on room.id = own.room_id
    left join battle_entry as other on other.room_id = own.room_id and other.seat <> own.seat
    order by own.ended_at desc`
}

export async function countHistory(db: Db, userId: UserId): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from battle_entry where user_id = ${userId} and result is not null`
  return row!.total
}

export interface ExportedEntry {
  roomId: RoomId | null
  status: string
  topicId: TopicId | null
  stake: bigint
  joinedAt: Date
  endedAt: Date | null
  score: number | null
  result: BattleResult | null
  gemsDelta: bigint | null
  xpEarned: number | null
  ratingDelta: number | null
  inputs: BattleInput[]
}

/** Everything of a user, with what they did in battles whose moves are still kept. */
export async function listExportedEntries(db: Db, userId: UserId): Promise<ExportedEntry[]> {
  return db<ExportedEntry>`
    select room_id as "roomId", status, topic_id as "topicId", stake, joined_at as "joinedAt",
      ended_at as "endedAt", score, result, gems_delta as "gemsDelta", xp_earned as "xpEarned",
      rating_delta as "ratingDelta",
      (
        select coalesce(jsonb_agg(input order by page.page_number, ordinal), '[]') from battle_journal_page as page,
          jsonb_array_elements(page.inputs) with ordinality as one (input, ordinal)
        where page.room_id = entry.room_id and (input ->> 'seat')::integer = entry.seat
      ) as inputs
    from battle_entry as entry where user_id = ${userId} order by joined_at desc limit 10000`
}

/** What is at stake in battles and in the queue, by entry. */
export async function listExpectedStakes(db: Db): Promise<{ entryId: EntryId; stake: bigint }[]> {
  return db<{ entryId: EntryId; stake: bigint }>`
    select id as "entryId", stake from battle_entry where is_live and stake > 0`
}
