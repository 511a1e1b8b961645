import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { ProcessId } from './rooms.ts'
import type { RoomId } from './ticket.ts'

/**
 * Call it after the room row is locked, in a statement of its own: a join in the locking statement would see the host
 * from before the wait for the lock.
 */
export async function findProcess(db: Db, id: ProcessId) {
  const [row] = await db<{ isAlive: boolean; heartbeatAt: Date }>`
    select lease_expires_at > clock_timestamp() as "isAlive", heartbeat_at as "heartbeatAt"
    from battle_process where id = ${id}`
  return row
}

export async function updateRoomHost(
  tx: Tx,
  room: { roomId: RoomId; hostProcessId: ProcessId; questionIds: QuestionId[] },
): Promise<void> {
  await tx`
    update battle_room set host_process_id = ${room.hostProcessId}, question_ids = ${room.questionIds}::uuid[]
    where id = ${room.roomId}`
}

export async function listHostedRooms(db: Db, hostProcessId: ProcessId): Promise<RoomId[]> {
  const rows = await db<{ id: RoomId }>`
    select id from battle_room where ended_at is null and host_process_id = ${hostProcessId}`
  return rows.map(({ id }) => id)
}

/** The cluster as one heartbeat finds it. */
export interface HeartbeatResult {
  /** Processes with a valid lease, including the caller. */
  alive: ProcessId[]
  /** Rooms that have a dead host, or that are in progress without a host. */
  orphans: RoomId[]
  /** Rooms without a host whose start deadline has passed. */
  overdue: RoomId[]
  /** A room of the cluster has not ended. */
  hasOpenRooms: boolean
}

/** Renews the lease of a process and reads the state of the cluster, in one round trip. */
export async function recordHeartbeat(
  autocommitDb: AutocommitDb,
  { id, now, leaseMs }: { id: ProcessId; now: Date; leaseMs: number },
): Promise<HeartbeatResult> {
  const [row] = await autocommitDb<HeartbeatResult>`
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
      ) as overdue,
      exists (select from battle_room where ended_at is null) as "hasOpenRooms"`
  return row!
}

/** Releases all open rooms of a process, so that other processes can claim them. */
export async function releaseProcess(tx: Tx, id: ProcessId): Promise<void> {
  await tx`update battle_room set host_process_id = null where host_process_id = ${id} and ended_at is null`
  await tx`delete from battle_process where id = ${id}`
}
