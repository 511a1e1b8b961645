import type { BattleResult, EndReason } from '../../../events/battles.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { SeatNumber } from '../../battle-game/public/battle.ts'
import type { EndState } from '../../battle-game/public/outcome.ts'
import type { Difficulty, QuestionId, TopicId } from '../../questions/public/question.ts'
import type { EntryId, RoomId } from './ticket.ts'

export type ProcessId = Id<'BattleProcess'>
export type RoomKind = 'QUEUE' | 'FRIEND' | 'REMATCH' | 'BOT'
type RoomState = 'WAITING' | 'IN_PROGRESS' | EndState

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

/** One person in a room; the result fields are null until the battle is settled. */
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

interface NewRoom extends Pick<RoomRow, 'id' | 'kind' | 'topicId' | 'stake' | 'seed' | 'startDeadline'> {
  questionIds?: QuestionId[]
  botDifficulty?: Difficulty
  code?: string
  now: Date
}

/** False if another open room has the same code. */
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

/** The people in these rooms, ordered by seat. */
export async function listSeats(db: Db, roomIds: RoomId[]): Promise<SeatRow[]> {
  return db<SeatRow>`
    select room_id as "roomId", id as "entryId", user_id as "userId", seat, rating, score,
      correct_count as "correctCount", result, gems_delta as "gemsDelta", xp_earned as "xpEarned", rating_delta as "ratingDelta"
    from battle_entry where room_id = any(${roomIds}::uuid[]) order by seat`
}

/** Marks that the answers of an ended room are recorded; false if they are already, or the room does not exist. */
export async function updateRecorded(tx: Tx, id: RoomId): Promise<boolean> {
  const rows = await tx`
    update battle_room set is_recorded = true where id = ${id} and ended_at is not null and not is_recorded
    returning id`
  return rows.length > 0
}

type FriendRoom = Pick<RoomRow, 'id' | 'topicId' | 'stake' | 'startDeadline' | 'hostProcessId'>

export async function updateStartDeadline(tx: Tx, id: RoomId, startDeadline: Date): Promise<void> {
  await tx`update battle_room set start_deadline = ${startDeadline} where id = ${id}`
}

/** Locks an open friend room, so that joins by the same code run one after the other. */
export async function lockRoomByCode(tx: Tx, code: string): Promise<FriendRoom | undefined> {
  const [row] = await tx<FriendRoom>`
    select id, topic_id as "topicId", stake, start_deadline as "startDeadline", host_process_id as "hostProcessId"
    from battle_room where code = ${code} and ended_at is null for no key update`
  return row
}

export async function wasCodeUsed(db: Db, code: string): Promise<boolean> {
  return (await db`select 1 from battle_room where code = ${code} limit 1`).length > 0
}

/** Locks those of the rooms that are open, against concurrent claims and settlements. */
export async function lockOpenRooms(tx: Tx, ids: RoomId[]): Promise<RoomRow[]> {
  return tx<RoomRow>`
    select id, kind, state, topic_id as "topicId", stake, seed, question_ids as "questionIds",
      bot_difficulty as "botDifficulty", code, start_deadline as "startDeadline", host_process_id as "hostProcessId",
      created_at as "createdAt", ended_at as "endedAt", reason, bot_score as "botScore"
    from battle_room where id = any(${ids}::uuid[]) and ended_at is null order by id for no key update`
}

interface EndedRoomRow extends Pick<RoomRow, 'kind' | 'topicId' | 'stake' | 'endedAt' | 'state'> {
  /** The player who requested a rematch first. */
  rematchBy: UserId | null
  rematchRoomId: RoomId | null
}

/** Locks an ended room, so that rematch requests run one after the other. */
export async function lockEndedRoom(tx: Tx, roomId: RoomId): Promise<EndedRoomRow | undefined> {
  const [row] = await tx<EndedRoomRow>`
    select kind, topic_id as "topicId", stake, ended_at as "endedAt", state, rematch_by as "rematchBy",
      rematch_room_id as "rematchRoomId"
    from battle_room where id = ${roomId} and ended_at is not null for no key update`
  return row
}

export async function updateRematch(
  tx: Tx,
  roomId: RoomId,
  rematch: { by: UserId | null; roomId: RoomId | null },
): Promise<void> {
  await tx`
    update battle_room set rematch_by = ${rematch.by}, rematch_room_id = ${rematch.roomId} where id = ${roomId}`
}

/** The stored result of a battle. */
interface EndedRoom {
  roomId: RoomId
  state: EndState
  reason: EndReason
  botScore: number | null
  seats: {
    entryId: EntryId
    score: number
    correctCount: number
    fastAnswers: number
    /** Null if the battle never started; such a battle is not part of the history. */
    result: BattleResult | null
    gemsDelta: number
    xpEarned: number
    ratingDelta: number
  }[]
}

/** Stores the results of rooms and of the entries in them, and ends both. */
export async function endRooms(tx: Tx, ended: readonly EndedRoom[], now: Date): Promise<void> {
  const rooms = ended.map(({ roomId, state, reason, botScore }) => ({ roomId, state, reason, botScore }))
  const seats = ended.flatMap((room) => room.seats)
  await tx`
    -- The planner expects 100 rows of JSON without the limits, and would scan the tables.
    with given as (
      select * from jsonb_to_recordset(${rooms}::jsonb)
        as row ("roomId" uuid, state text, reason text, "botScore" integer) limit ${rooms.length}
    ), seat as (
      select * from jsonb_to_recordset(${seats}::jsonb) as row ("entryId" uuid, score integer, "correctCount" integer,
        "fastAnswers" integer, result text, "gemsDelta" bigint, "xpEarned" integer, "ratingDelta" integer)
      limit ${seats.length}
    ), room as (
      update battle_room set state = given.state, reason = given.reason, bot_score = given."botScore", ended_at = ${now}
      from given where id = given."roomId"
    )
    update battle_entry as entry
    set is_live = false, ended_at = ${now}, score = seat.score, correct_count = seat."correctCount",
      fast_answers = seat."fastAnswers",
      result = seat.result, gems_delta = seat."gemsDelta", xp_earned = seat."xpEarned",
      rating_delta = seat."ratingDelta"
    from seat where entry.id = seat."entryId"`
}
