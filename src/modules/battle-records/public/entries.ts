import type { Db } from '../../../platform/db/database.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { NEW_RATING } from '../../battle-game/public/glicko2.ts'
import type { AssignedPair, QueuedPlayer } from '../../matchmaking/pairing.ts'
import type { Difficulty, TopicId } from '../../questions/public/question.ts'
import type { EntryId, RoomId } from './ticket.ts'

export type TicketStatus = 'QUEUED' | 'MATCHED' | 'TIMED_OUT' | 'CANCELLED'

export interface EntryRow {
  id: EntryId
  userId: UserId
  sessionId: SessionId
  status: TicketStatus
  isLive: boolean
  topicId: TopicId | null
  stake: bigint
  joinedAt: Date
  expiresAt: Date
  roomId: RoomId | null
}

export interface NewEntry {
  id: EntryId
  userId: UserId
  sessionId: SessionId
  topicId: TopicId | null
  stake: bigint
  now: Date
  expiresAt: Date
  /** Left out: the entry waits in the queue. */
  seat?: { roomId: RoomId; seat: 0 | 1 }
}

/** False when the user waits or plays already. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const { id, userId, sessionId, topicId, stake, now, expiresAt, seat } = entry
  const rows = await tx`
    insert into battle_entry
      (id, user_id, session_id, status, is_live, topic_id, stake, rating, joined_at, expires_at, room_id, seat)
    values (${id}, ${userId}, ${sessionId}, ${seat ? 'MATCHED' : 'QUEUED'}, true, ${topicId}, ${stake},
      coalesce((select rating from battle_rating where user_id = ${userId}), ${NEW_RATING.rating}::float8),
      ${now}, ${expiresAt}, ${seat?.roomId ?? null}, ${seat?.seat ?? null})
    on conflict (user_id) where is_live do nothing
    returning id`
  return rows.length === 1
}

/** Many who play for nothing; gives those who did not wait or play already. */
export async function insertQueuedEntries(db: Db, entries: readonly NewEntry[]): Promise<EntryId[]> {
  const rows = entries.map(({ id, userId, sessionId, topicId, now, expiresAt }) => {
    return { id, userId, sessionId, topicId, now, expiresAt }
  })
  const inserted = await db<{ id: EntryId }>`
    insert into battle_entry
      (id, user_id, session_id, status, is_live, topic_id, stake, rating, joined_at, expires_at)
    select id, "userId", "sessionId", 'QUEUED', true, "topicId", 0,
      coalesce((select rating from battle_rating where user_id = "userId"), ${NEW_RATING.rating}::float8),
      now, "expiresAt"
    from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, "userId" uuid, "sessionId" uuid, "topicId" uuid,
      now timestamptz, "expiresAt" timestamptz)
    order by "userId"
    on conflict (user_id) where is_live do nothing
    returning id`
  return inserted.map(({ id }) => id)
}

export async function listLiveEntries(db: Db, userIds: UserId[]): Promise<EntryRow[]> {
  return db<EntryRow>`
    select id, user_id as "userId", session_id as "sessionId", status, is_live as "isLive",
      topic_id as "topicId", stake, joined_at as "joinedAt", expires_at as "expiresAt", room_id as "roomId"
    from battle_entry where user_id = any(${userIds}::uuid[]) and is_live`
}

export async function findLiveEntry(db: Db, userId: UserId): Promise<EntryRow | undefined> {
  return (await listLiveEntries(db, [userId]))[0]
}

export async function findEntry(db: Db, id: EntryId): Promise<EntryRow | undefined> {
  const [row] = await db<EntryRow>`
    select id, user_id as "userId", session_id as "sessionId", status, is_live as "isLive",
      topic_id as "topicId", stake, joined_at as "joinedAt", expires_at as "expiresAt", room_id as "roomId"
    from battle_entry where id = ${id}`
  return row
}

/** Ends entries that still wait; gives those that did. */
export async function endQueuedEntries(
  tx: Tx,
  { ids, status, now }: { ids: EntryId[]; status: 'CANCELLED' | 'TIMED_OUT'; now: Date },
): Promise<{ id: EntryId; userId: UserId; stake: bigint }[]> {
  return tx<{ id: EntryId; userId: UserId; stake: bigint }>`
    update battle_entry set status = ${status}, is_live = false, ended_at = ${now}
    where id = any(${ids}::uuid[]) and status = 'QUEUED'
    returning id, user_id as "userId", stake`
}

/** Those who wait, the longest first. Whoever another matchmaker looks at is left to it. */
export async function lockQueuedPlayers(tx: Tx, now: Date, limit: number): Promise<QueuedPlayer[]> {
  return tx<QueuedPlayer>`
    select id, user_id as "userId", topic_id as "topicId", stake, rating, joined_at as "joinedAt"
    from battle_entry where status = 'QUEUED' and expires_at > ${now}
    order by joined_at limit ${limit} for update skip locked`
}

/** Whether there is somebody to pair, or to tell that nobody came, among those who have waited longest. */
export async function peekQueue(db: Db, now: Date): Promise<{ hasPair: boolean; hasExpired: boolean }> {
  const [row] = await db<{ hasPair: boolean; hasExpired: boolean }>`
    select count(*) filter (where expires_at > ${now}) > 1 as "hasPair",
      count(*) filter (where expires_at <= ${now}) > 0 as "hasExpired"
    from (select expires_at from battle_entry where status = 'QUEUED' order by joined_at limit 500) as waiting`
  return row!
}

/** A room for each pair, and both in it. */
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

export interface ExpiredEntry {
  id: EntryId
  userId: UserId
  sessionId: SessionId
  stake: bigint
  topicId: TopicId | null
  rating: number
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

/** A bot for each of them. */
export async function insertBotRooms(
  tx: Tx,
  rooms: BotRoom[],
  { now, startDeadline }: { now: Date; startDeadline: Date },
): Promise<void> {
  await tx`
    with given as (
      select * from jsonb_to_recordset(${rooms}::jsonb)
        as row ("roomId" uuid, seed uuid, "topicId" uuid, difficulty text, "entryId" uuid)
    ), room as (
      insert into battle_room (id, kind, state, topic_id, stake, seed, bot_difficulty, start_deadline, created_at)
      select "roomId", 'BOT', 'WAITING', "topicId", 0, seed, difficulty, ${startDeadline}, ${now} from given
    )
    update battle_entry as entry set status = 'MATCHED', room_id = given."roomId", seat = 0
    from given where entry.id = given."entryId"`
}
