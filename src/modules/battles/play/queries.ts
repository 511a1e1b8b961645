import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { BattleInput } from '../game/play.ts'
import type { ProcessId } from '../rooms/queries.ts'
import type { RoomId } from '../ticket.ts'

export interface NewPage {
  roomId: RoomId
  number: number
  inputs: BattleInput[]
  /** The battle begins with it. */
  hasBegun: boolean
}

/** Gives the rooms whose page is there by our hand, also when an earlier try has written it. */
export async function insertPages(db: Db, ownerId: ProcessId, pages: NewPage[]): Promise<RoomId[]> {
  const rows = await db<{ roomId: RoomId }>`
    with given as (
      select * from jsonb_to_recordset(${pages}::jsonb)
        as row ("roomId" uuid, number integer, inputs jsonb, "hasBegun" boolean)
    ), added as (
      insert into battle_page (room_id, number, owner_id, inputs)
      select "roomId", number, ${ownerId}, inputs from given
      on conflict (room_id, number) do nothing
      returning room_id
    ), begun as (
      update battle_room set state = 'IN_PROGRESS'
      from given where id = "roomId" and "hasBegun" and state = 'WAITING' and owner_id = ${ownerId}
    )
    select room_id as "roomId" from added
    union all
    select room_id from battle_page as page join given on room_id = "roomId" and page.number = given.number
    where owner_id = ${ownerId}`
  return rows.map(({ roomId }) => roomId)
}

/** The page with which a room passes to another process. */
export async function insertPage(
  tx: Tx,
  {
    roomId,
    number,
    ownerId,
    input,
  }: {
    roomId: RoomId
    number: number
    ownerId: ProcessId
    input: BattleInput
  },
): Promise<void> {
  await tx`
    insert into battle_page (room_id, number, owner_id, inputs)
    values (${roomId}, ${number}, ${ownerId}, ${[input]}::jsonb)`
}
