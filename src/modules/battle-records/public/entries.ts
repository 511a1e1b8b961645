import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { NEW_RATING } from '../../battle-game/public/glicko2.ts'
import type { TopicId } from '../../questions/public/question.ts'
import type { EntryId, RoomId } from './ticket.ts'

type TicketStatus = 'QUEUED' | 'MATCHED' | 'TIMED_OUT' | 'CANCELLED'

export interface EntryRow {
  id: EntryId
  userId: UserId
  sessionId: SessionId
  status: TicketStatus
  isLive: boolean
  /** Null: any topic. */
  topicId: TopicId | null
  stake: bigint
  joinedAt: Date
  expiresAt: Date
  roomId: RoomId | null
}

export interface NewEntry
  extends Pick<EntryRow, 'id' | 'userId' | 'sessionId' | 'topicId' | 'stake' | 'expiresAt'> {
  now: Date
  /** Omitted: the entry is queued. */
  seat?: { roomId: RoomId; seat: 0 | 1 }
}

/** Returns the ids inserted; users with a live entry are skipped. */
export async function insertEntries(tx: Tx | AutocommitDb, entries: readonly NewEntry[]): Promise<EntryId[]> {
  const rows = entries.map(({ id, userId, sessionId, topicId, stake, now, expiresAt, seat }) => {
    return { id, userId, sessionId, topicId, stake: String(stake), now, expiresAt, ...seat }
  })
  const inserted = await tx<{ id: EntryId }>`
    insert into battle_entry
      (id, user_id, session_id, status, is_live, topic_id, stake, rating, joined_at, expires_at, room_id, seat)
    select id, "userId", "sessionId", case when "roomId" is null then 'QUEUED' else 'MATCHED' end, true, "topicId", stake,
      coalesce((select rating from battle_rating where user_id = "userId"), ${NEW_RATING.rating}::float8),
      now, "expiresAt", "roomId", seat
    from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, "userId" uuid, "sessionId" uuid, "topicId" uuid,
      stake bigint, now timestamptz, "expiresAt" timestamptz, "roomId" uuid, seat smallint)
    order by "userId"
    on conflict (user_id) where is_live do nothing
    returning id`
  return inserted.map(({ id }) => id)
}

/** False if the user has a live entry. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  return (await insertEntries(tx, [entry])).length === 1
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

/** Entries of a user that ended in the queue; the earlier ones are deleted, so that joining and leaving stores little. */
const UNMATCHED_KEPT = 10

export type EndedEntry = Pick<EntryRow, 'id' | 'userId' | 'sessionId'>

/** Ends those of the entries that are still queued, and returns them. Nothing of their stakes is in escrow. */
export async function endQueuedEntries(
  tx: Tx,
  { ids, status, now }: { ids: EntryId[]; status: 'CANCELLED' | 'TIMED_OUT'; now: Date },
): Promise<EndedEntry[]> {
  const ended = await tx<EndedEntry>`
    update battle_entry set status = ${status}, is_live = false, ended_at = ${now}
    where id = any(${ids}::uuid[]) and status = 'QUEUED'
    returning id, user_id as "userId", session_id as "sessionId"`
  if (ended.length > 0)
    await deleteUnmatched(
      tx,
      ended.map(({ userId }) => userId),
    )
  return ended
}

async function deleteUnmatched(tx: Tx, userIds: UserId[]): Promise<void> {
  await tx`
    delete from battle_entry where id = any(array(
      select old.id from unnest(${userIds}::uuid[]) as owner (id), lateral (
        select id from battle_entry where user_id = owner.id and room_id is null and ended_at is not null
        order by ended_at desc, id desc offset ${UNMATCHED_KEPT}
      ) as old
    ))`
}
