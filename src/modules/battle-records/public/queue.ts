import type { Db } from '../../../platform/db/database.ts'
import type { SessionId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Difficulty, QuestionId, TopicId } from '../../questions/public/question.ts'
import type { EntryRow } from './entries.ts'
import type { ProcessId } from './rooms.ts'
import type { EntryId, RoomId } from './ticket.ts'

/** A queued entry, as pairing sees it. */
export interface QueuedPlayer extends Pick<EntryRow, 'id' | 'userId' | 'topicId' | 'stake' | 'joinedAt'> {
  rating: number
}

export interface Pair {
  roomId: RoomId
  seed: string
  /** The player who has waited longer comes first. */
  players: [QueuedPlayer, QueuedPlayer]
  topicId: TopicId | null
  stake: bigint
}

/** The host and the questions of a new room. */
export interface RoomAssignment {
  hostProcessId: ProcessId
  questionIds: QuestionId[]
}

export interface AssignedPair extends Pair {
  /** Undefined: the process of the first player who is ready claims the room. */
  assignment: RoomAssignment | undefined
}

/** Locks queued players, the longest waiting first. Skips rows that another matchmaker has locked. */
export async function lockQueuedPlayers(tx: Tx, now: Date, limit: number): Promise<QueuedPlayer[]> {
  return tx<QueuedPlayer>`
    select id, user_id as "userId", topic_id as "topicId", stake, rating, joined_at as "joinedAt"
    from battle_entry where status = 'QUEUED' and expires_at > ${now}
    order by joined_at limit ${limit} for update skip locked`
}

export interface QueuePeek {
  isEmpty: boolean
  hasPair: boolean
  hasExpired: boolean
}

/** Whether the 500 longest waiting entries contain two players to pair, or an expired entry. */
export async function peekQueue(db: Db, now: Date): Promise<QueuePeek> {
  const [row] = await db<QueuePeek>`
    select count(*) = 0 as "isEmpty", count(*) filter (where expires_at > ${now}) > 1 as "hasPair",
      count(*) filter (where expires_at <= ${now}) > 0 as "hasExpired"
    from (select expires_at from battle_entry where status = 'QUEUED' order by joined_at limit 500) as waiting`
  return row!
}

/** Inserts a room for each pair and seats both players. */
export async function insertPairs(
  tx: Tx,
  pairs: readonly AssignedPair[],
  room: { now: Date; startDeadline: Date },
): Promise<void> {
  const rows = pairs.map(({ roomId, seed, players: [one, other], topicId, stake, assignment }) => ({
    roomId,
    seed,
    topicId,
    stake: String(stake),
    hostProcessId: assignment?.hostProcessId ?? null,
    questionIds: assignment?.questionIds ?? null,
    one: one.id,
    other: other.id,
  }))
  await tx`
    with pair as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as row ("roomId" uuid, seed uuid, "topicId" uuid, stake bigint, "hostProcessId" uuid, "questionIds" uuid[],
          one uuid, other uuid)
    ), room as (
      insert into battle_room
        (id, kind, state, topic_id, stake, seed, host_process_id, question_ids, start_deadline, created_at)
      select "roomId", 'QUEUE', 'WAITING', "topicId", stake, seed, "hostProcessId", "questionIds", ${room.startDeadline},
        ${room.now} from pair
    )
    update battle_entry as entry
    set status = 'MATCHED', room_id = pair."roomId", seat = case entry.id when pair.one then 0 else 1 end
    from pair where entry.id in (pair.one, pair.other)`
}

export interface ExpiredEntry extends Omit<QueuedPlayer, 'joinedAt'> {
  sessionId: SessionId
}

export async function lockExpiredEntries(tx: Tx, now: Date, limit: number): Promise<ExpiredEntry[]> {
  return tx<ExpiredEntry>`
    select id, user_id as "userId", session_id as "sessionId", stake, topic_id as "topicId", rating
    from battle_entry where status = 'QUEUED' and expires_at <= ${now}
    order by joined_at limit ${limit} for update skip locked`
}

export interface BotRoom {
  roomId: RoomId
  seed: string
  topicId: TopicId | null
  difficulty: Difficulty
  entryId: EntryId
}

/** Inserts rooms with a bot and seats the player of each entry. */
export async function insertBotRooms(
  tx: Tx,
  rooms: BotRoom[],
  { now, startDeadline }: { now: Date; startDeadline: Date },
): Promise<void> {
  await tx`
    -- The planner expects 100 rows of JSON without the limit, and would scan the entries.
    with given as (
      select * from jsonb_to_recordset(${rooms}::jsonb)
        as row ("roomId" uuid, seed uuid, "topicId" uuid, difficulty text, "entryId" uuid)
      limit ${rooms.length}
    ), room as (
      insert into battle_room (id, kind, state, topic_id, stake, seed, bot_difficulty, start_deadline, created_at)
      select "roomId", 'BOT', 'WAITING', "topicId", 0, seed, difficulty, ${startDeadline}, ${now} from given
    )
    update battle_entry as entry set status = 'MATCHED', room_id = given."roomId", seat = 0
    from given where entry.id = given."entryId"`
}
