import type { Db } from '../../../platform/db/database.ts'
import { smallestIdAt } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { BattleInput } from '../../battle-game/public/play.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { ProcessId } from './rooms.ts'
import type { RoomId } from './ticket.ts'

export interface NewPage {
  roomId: RoomId
  number: number
  inputs: BattleInput[]
  /** The battle begins with it. */
  hasBegun: boolean
}

/** Says how many of the pages were not there before: one figure, for it is nearly always all of them. */
export async function insertPages(
  db: Db,
  hostProcessId: ProcessId,
  pages: readonly NewPage[],
): Promise<number> {
  const [row] = await db<{ written: number }>`
    with given as (
      select * from jsonb_to_recordset(${pages}::jsonb)
        as row ("roomId" uuid, number integer, inputs jsonb, "hasBegun" boolean)
    ), begun as (
      update battle_room set state = 'IN_PROGRESS'
      from given where id = "roomId" and "hasBegun" and state = 'WAITING' and host_process_id = ${hostProcessId}
    ), written as (
      insert into battle_journal_page (room_id, page_number, host_process_id, inputs)
      select "roomId", number, ${hostProcessId}, inputs from given
      on conflict (room_id, page_number) do nothing
      returning 1
    )
    select count(*)::integer as written from written`
  return row!.written
}

/** Those of these pages that are there by our hand, now or by an earlier try whose answer was lost. */
export async function listPagesWrittenBy(
  db: Db,
  hostProcessId: ProcessId,
  pages: readonly NewPage[],
): Promise<RoomId[]> {
  const given = pages.map(({ roomId, number }) => ({ roomId, number }))
  const rows = await db<{ roomId: RoomId }>`
    select room_id as "roomId" from battle_journal_page as page
    join jsonb_to_recordset(${given}::jsonb) as given ("roomId" uuid, number integer)
      on room_id = "roomId" and page.page_number = given.number
    where host_process_id = ${hostProcessId}`
  return rows.map(({ roomId }) => roomId)
}

/** The page with which a room passes to another process. */
export async function insertPage(
  tx: Tx,
  {
    roomId,
    number,
    hostProcessId,
    input,
  }: {
    roomId: RoomId
    number: number
    hostProcessId: ProcessId
    input: BattleInput
  },
): Promise<void> {
  await tx`
    insert into battle_journal_page (room_id, page_number, host_process_id, inputs)
    values (${roomId}, ${number}, ${hostProcessId}, ${[input]}::jsonb)`
}

/**
 * A statement of its own, after the room is locked: a join would show the process that kept the room before we waited
 * for the lock.
 */
export async function findProcess(
  db: Db,
  id: ProcessId,
): Promise<{ isAlive: boolean; heartbeatAt: Date } | undefined> {
  const [row] = await db<{ isAlive: boolean; heartbeatAt: Date }>`
    select lease_expires_at > clock_timestamp() as "isAlive", heartbeat_at as "heartbeatAt" from battle_process where id = ${id}`
  return row
}

export async function updateRoomHost(
  tx: Tx,
  {
    roomId,
    hostProcessId,
    questionIds,
  }: { roomId: RoomId; hostProcessId: ProcessId; questionIds: QuestionId[] },
): Promise<void> {
  await tx`
    update battle_room set host_process_id = ${hostProcessId}, question_ids = ${questionIds}::uuid[] where id = ${roomId}`
}

export async function listPages(
  db: Db,
  roomId: RoomId,
): Promise<{ number: number; inputs: BattleInput[] }[]> {
  return db<{ number: number; inputs: BattleInput[] }>`
    select page_number as number, inputs from battle_journal_page where room_id = ${roomId} order by page_number`
}

export async function listHostedRooms(db: Db, hostProcessId: ProcessId): Promise<RoomId[]> {
  const rows = await db<{ id: RoomId }>`
    select id from battle_room where ended_at is null and host_process_id = ${hostProcessId}`
  return rows.map(({ id }) => id)
}

/** What a process finds when it says that it is there. */
export interface HeartbeatResult {
  /** Itself among them. */
  alive: ProcessId[]
  /** Rooms that were begun and that no living process keeps. */
  orphans: RoomId[]
  /** Rooms whose time to begin is over and that no process keeps. */
  overdue: RoomId[]
}

/** Says that a process is there, and looks around, in one round trip. */
export async function recordHeartbeat(
  db: Db,
  { id, now, leaseMs }: { id: ProcessId; now: Date; leaseMs: number },
): Promise<HeartbeatResult> {
  const [row] = await db<HeartbeatResult>`
    with beat as (
      insert into battle_process (id, heartbeat_at, lease_expires_at)
      values (${id}, ${now}, clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond')
      on conflict (id) do update set heartbeat_at = excluded.heartbeat_at, lease_expires_at = excluded.lease_expires_at
    ), alive as (
      select ${id}::uuid as id
      union
      select id from battle_process where lease_expires_at > clock_timestamp()
    )
    select array(select id from alive) as alive,
      array(
        select room.id from battle_room as room
        where ended_at is null and (host_process_id is not null or state = 'IN_PROGRESS')
          and not exists (select from alive where alive.id = host_process_id)
        limit 100
      ) as orphans,
      array(
        select id from battle_room
        where ended_at is null and start_deadline <= ${now} and state = 'WAITING' and host_process_id is null
        order by start_deadline limit 100
      ) as overdue`
  return row!
}

/** Lets go of all rooms of a process, for others to take up. */
export async function releaseProcess(tx: Tx, id: ProcessId): Promise<void> {
  await tx`update battle_room set host_process_id = null where host_process_id = ${id} and ended_at is null`
  await tx`delete from battle_process where id = ${id}`
}

/**
 * Some of those whose battle ended before, and so was made before: by that the key leads to them. What was played is kept
 * for a while, for those who come back and for disputes; the results stay.
 */
export async function deleteOldPages(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from battle_journal_page where ctid = any(array(
      select page.ctid from battle_journal_page as page join battle_room as room on room.id = page.room_id
      where page.room_id < ${smallestIdAt(before)} and room.ended_at < ${before}
      order by page.room_id limit ${limit} for update of page skip locked
    )) returning 1`
  return rows.length
}

/** Some of the caps of days before. */
export async function deleteOldDailyXp(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from battle_daily_xp where ctid = any(array(
      select ctid from battle_daily_xp where day < ${before.toISOString().slice(0, 10)}::date
      order by day limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

export async function deleteDeadProcesses(db: Db): Promise<void> {
  await db`delete from battle_process where lease_expires_at < clock_timestamp() - interval '1 day'`
}
