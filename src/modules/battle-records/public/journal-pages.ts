import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { BattleInput } from '../../battle-game/public/play.ts'
import type { ProcessId } from './rooms.ts'
import type { RoomId } from './ticket.ts'

export interface NewPage {
  roomId: RoomId
  number: number
  inputs: BattleInput[]
  /** The battle starts with an input of this page. */
  hasStarted: boolean
}

/** Returns how many pages were inserted; a page number that exists already is skipped. */
export async function insertPages(
  autocommitDb: AutocommitDb,
  hostProcessId: ProcessId,
  pages: readonly NewPage[],
): Promise<number> {
  const startedRoomIds = pages.filter(({ hasStarted }) => hasStarted).map(({ roomId }) => roomId)
  const [row] = await autocommitDb<{ written: number }>`
    with started as (
      -- Joined with the JSON of the pages, the planner would scan all rooms.
      update battle_room set state = 'IN_PROGRESS'
      where id = any(${startedRoomIds}::uuid[]) and state = 'WAITING' and host_process_id = ${hostProcessId}
    ), written as (
      insert into battle_journal_page (room_id, page_number, host_process_id, inputs)
      select "roomId", number, ${hostProcessId}, inputs
      from jsonb_to_recordset(${pages}::jsonb) as given ("roomId" uuid, number integer, inputs jsonb)
      on conflict (room_id, page_number) do nothing
      returning 1
    )
    select count(*)::integer as written from written`
  return row!.written
}

/** The rooms whose page was written by this process, in this attempt or in an earlier one. */
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

interface NewInputPage {
  roomId: RoomId
  number: number
  hostProcessId: ProcessId
  input: BattleInput
}

/** Inserts a page with one input. Throws a unique violation if the previous host wrote the same page number. */
export async function insertPage(
  tx: Tx,
  { roomId, number, hostProcessId, input }: NewInputPage,
): Promise<void> {
  await tx`
    insert into battle_journal_page (room_id, page_number, host_process_id, inputs)
    values (${roomId}, ${number}, ${hostProcessId}, ${[input]}::jsonb)`
}

export async function listPages(db: Db, roomId: RoomId) {
  return db<{ number: number; inputs: BattleInput[] }>`
    select page_number as number, inputs from battle_journal_page where room_id = ${roomId} order by page_number`
}
