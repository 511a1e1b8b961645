import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { InboxEventId, Outcome } from './source.ts'

export interface NewEvent {
  id: InboxEventId
  source: string
  eventId: string
  body: Uint8Array
  bodyDigest: Uint8Array
  now: Date
}

/** Undefined on conflict with an event that another request stores in this very moment: then ask again. */
export async function insertEvent(
  db: Db,
  { id, source, eventId, body, bodyDigest, now }: NewEvent,
): Promise<{ isNew: boolean; bodyDigest: Buffer } | undefined> {
  const [row] = await db<{ isNew: boolean; bodyDigest: Buffer }>`
    with fresh as (
      insert into inbox_event (id, source, event_id, body, body_digest, received_at, due_at)
      values (${id}, ${source}, ${eventId}, ${body}, ${bodyDigest}, ${now}, ${now})
      on conflict (source, event_id) do nothing
      returning body_digest
    )
    select true as "isNew", body_digest as "bodyDigest" from fresh
    union all
    select false, body_digest from inbox_event where source = ${source} and event_id = ${eventId}`
  return row
}

export function listDueEvents(db: Db, now: Date, limit: number): Promise<{ id: InboxEventId }[]> {
  return db<{ id: InboxEventId }>`
    select id from inbox_event where state = 'PENDING' and due_at <= ${now} order by due_at limit ${limit}`
}

export interface EventRow {
  id: InboxEventId
  source: string
  eventId: string
  body: Buffer
  attempts: number
  receivedAt: Date
}

/** Undefined when it is not pending any more, or somebody else is at it. */
export async function lockPendingEvent(tx: Tx, id: InboxEventId): Promise<EventRow | undefined> {
  const [row] = await tx<EventRow>`
    select id, source, event_id as "eventId", body, attempts, received_at as "receivedAt"
    from inbox_event where id = ${id} and state = 'PENDING' and body is not null
    for update skip locked`
  return row
}

export async function updateOutcome(tx: Tx, id: InboxEventId, outcome: Outcome, now: Date): Promise<void> {
  const waitsFor = outcome.state === 'WAITING' ? outcome.waitsFor : null
  const userId = 'userId' in outcome ? (outcome.userId ?? null) : null
  const settledAt = outcome.state === 'WAITING' ? null : now
  await tx`
    update inbox_event set state = ${outcome.state}, note = ${outcome.note}, waits_for = ${waitsFor}, user_id = ${userId},
      settled_at = ${settledAt}
    where id = ${id}`
}

/** Counts a failed try. `dueAt` is when the next one is; null gives it up. */
export async function updateFailure(
  tx: Tx,
  id: InboxEventId,
  note: string,
  dueAt: Date | null,
): Promise<void> {
  await tx`
    update inbox_event set attempts = attempts + 1, note = ${note}, due_at = coalesce(${dueAt}, due_at),
      state = case when ${dueAt}::timestamptz is null then 'DEAD' else state end
    where id = ${id}`
}

/** Waits for whoever decides, in this moment, whether an event has to wait for the same. */
export async function lockWaited(tx: Tx, waitsFor: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`inbox:${waitsFor}`}, 0))`
}

export async function updateWaiting(tx: Tx, waitsFor: string, now: Date): Promise<number> {
  const rows = await tx`
    update inbox_event set state = 'PENDING', waits_for = null, due_at = ${now}
    where waits_for = ${waitsFor} and state = 'WAITING' returning id`
  return rows.length
}

export interface DeadEvent {
  id: InboxEventId
  source: string
  eventId: string
  note: string | null
  attempts: number
  receivedAt: Date
  body: Buffer
}

export function listDeadRows(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeadEvent[]> {
  return db<DeadEvent>`
    select id, source, event_id as "eventId", note, attempts, received_at as "receivedAt", body
    from inbox_event where state = 'DEAD' order by id desc limit ${limit} offset ${offset}`
}

export async function countDeadRows(db: Db): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from inbox_event where state = 'DEAD'`
  return row!.total
}

export async function lockEventState(tx: Tx, id: InboxEventId): Promise<string | undefined> {
  const [row] = await tx<{ state: string }>`select state from inbox_event where id = ${id} for update`
  return row?.state
}

export async function updateToPending(tx: Tx, id: InboxEventId, now: Date): Promise<void> {
  await tx`
    update inbox_event set state = 'PENDING', attempts = 0, due_at = ${now} where id = ${id}`
}

/** The digest stays, so that a late delivery of the same is still known. */
export async function deleteOldBodies(db: Db, before: Date): Promise<void> {
  await db`
    update inbox_event set body = null where body is not null and settled_at < ${before}`
}

export function listEventsOf(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select source, event_id as "eventId", received_at as "receivedAt", note, convert_from(body, 'UTF8')::jsonb as body
    from inbox_event where user_id = ${userId} order by id`
}

export async function deleteBodiesOf(tx: Tx, userId: UserId): Promise<void> {
  await tx`update inbox_event set body = null, note = null where user_id = ${userId}`
}
