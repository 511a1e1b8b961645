import { addMs, HOUR_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { LAST_ID } from '../../../platform/http/cursor.ts'
import { smallestIdAt, type UserId } from '../../../platform/ids.ts'
import { listSeats, type RoomKind, type RoomRow, type SeatRow } from './rooms.ts'
import type { RoomId } from './ticket.ts'

/** How a battle stands: open, or how it ended. */
export const BATTLE_STATUSES = [
  'WAITING',
  'IN_PROGRESS',
  'COMPLETED',
  'FORFEIT',
  'ABANDONED',
  'CANCELLED',
] as const
type BattleStatus = (typeof BATTLE_STATUSES)[number]

export interface BattleFilter {
  id?: RoomId | undefined
  userId?: UserId | undefined
  kind?: RoomKind | undefined
  /** `PLAYED`: began and ended in any way, as the stats count battles. */
  status?: BattleStatus | 'PLAYED' | undefined
  /** Created in this time: `from` is included, `to` is not. */
  from?: Date | undefined
  to?: Date | undefined
}

/** A battle with its players, for staff. */
export interface ListedBattle extends Pick<RoomRow, ListedColumn> {
  status: BattleStatus
  seats: SeatRow[]
}
type ListedColumn = 'id' | 'kind' | 'stake' | 'botDifficulty' | 'botScore' | 'createdAt' | 'endedAt'

interface Range {
  /** The battles before this id. */
  before: string
  limit: number
  offset: number
}

/** A filter looks at as many of the newest battles of its time, so that it stays cheap. */
export const SEARCHED_BATTLES = 20_000
const COUNT_LIMIT = 10_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Newest first, after a position. Counts at most 10,000, before and after the position. */
export async function listBattles(
  db: Db,
  filter: BattleFilter,
  { after, limit, offset }: { after: string | undefined; limit: number; offset: number },
): Promise<{ battles: ListedBattle[]; total: number }> {
  const range = { before: after ?? LAST_ID, limit, offset }
  const [found, all] = await Promise.all([
    findBattles(db, filter, range),
    after === undefined ? undefined : findBattles(db, filter, { before: LAST_ID, limit: 0, offset: 0 }),
  ])
  const [rooms, seats] = await Promise.all([listRooms(db, found.ids), listSeats(db, found.ids)])
  const seatsOf = Map.groupBy(seats, ({ roomId }) => roomId)
  const battles = rooms.map(({ reason, state, ...room }) => ({
    ...room,
    status: (reason ?? state) as BattleStatus,
    seats: seatsOf.get(room.id) ?? [],
  }))
  return { battles, total: (all ?? found).total }
}

function listRooms(db: Db, ids: RoomId[]) {
  return db<Pick<RoomRow, ListedColumn | 'state' | 'reason'>>`
    select id, kind, state, reason, stake, bot_difficulty as "botDifficulty", bot_score as "botScore",
      created_at as "createdAt", ended_at as "endedAt"
    from battle_room where id = any(${ids}::uuid[]) order by id desc`
}

/** Which index finds the battles: of an id, of a user, of those that are open, by how they ended, or by time. */
function searchOf({ id, userId, status }: BattleFilter): string {
  if (id) return 'ID'
  if (userId) return 'USER'
  if (status === 'WAITING' || status === 'IN_PROGRESS') return 'OPEN'
  return status === 'FORFEIT' || status === 'ABANDONED' || status === 'CANCELLED' ? 'UNUSUAL' : 'TIME'
}

async function findBattles(db: Db, filter: BattleFilter, { before, limit, offset }: Range) {
  const { id = null, userId = null, kind = null, status = null, from = null, to = null } = filter
  const search = searchOf(filter)
  // Ids contain their time, so that indexes end with them. The hour is for clocks that differ.
  const first = from ? smallestIdAt(addMs(from, -HOUR_MS)) : FIRST_ID
  const last = to ? smallestIdAt(addMs(to, HOUR_MS)) : LAST_ID
  const end = last < before ? last : before
  const most = Math.max(COUNT_LIMIT, offset + limit)
  const [found] = await db<{ ids: RoomId[]; total: number }>`
    with newest as materialized (
      (select id, kind, state, reason, created_at from battle_room
        where ${search}::text = 'ID' and id = ${id}::uuid and id < ${end}::uuid
          and (${userId}::uuid is null or exists (
            select from battle_entry where room_id = battle_room.id and user_id = ${userId}::uuid)))
      union all
      (select room.id, room.kind, room.state, room.reason, room.created_at
        from battle_entry as entry join battle_room as room on room.id = entry.room_id
        where ${search}::text = 'USER' and entry.user_id = ${userId}::uuid and entry.room_id is not null
          and entry.room_id >= ${first}::uuid and entry.room_id < ${end}::uuid
        order by entry.room_id desc limit ${SEARCHED_BATTLES})
      union all
      (select id, kind, state, reason, created_at from battle_room
        where ${search}::text = 'OPEN' and ended_at is null and id >= ${first}::uuid and id < ${end}::uuid
        order by id desc limit ${SEARCHED_BATTLES})
      union all
      (select id, kind, state, reason, created_at from battle_room
        where ${search}::text = 'UNUSUAL' and reason in ('FORFEIT', 'ABANDONED', 'CANCELLED') and reason = ${status}::text
          and id >= ${first}::uuid and id < ${end}::uuid
        order by id desc limit ${SEARCHED_BATTLES})
      union all
      (select id, kind, state, reason, created_at from battle_room
        where ${search}::text = 'TIME' and id >= ${first}::uuid and id < ${end}::uuid
        order by id desc limit ${SEARCHED_BATTLES})
    ), found as materialized (
      select id from newest
      where (${kind}::text is null or kind = ${kind}::text)
        and case ${status}::text when 'PLAYED' then state in ('FINISHED', 'ABANDONED')
          else ${status}::text is null or coalesce(reason, state) = ${status}::text end
        and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
        and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
      order by id desc limit ${most}
    )
    select array(select id from found order by id desc limit ${limit} offset ${offset}) as ids,
      least(count(*), ${COUNT_LIMIT})::integer as total
    from found`
  return found!
}
