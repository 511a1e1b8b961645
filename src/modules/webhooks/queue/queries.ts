import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Outcome, WebhookEventId } from '../webhook-source.ts'

export interface NewEvent {
  id: WebhookEventId
  source: string
  eventId: string
  body: Uint8Array
  bodyDigest: Uint8Array
  now: Date
}

export type StoreResult =
  | { isNew: true }
  /** The digest of the body that was stored first. */
  | { isNew: false; bodyDigest: Buffer }

/**
 * Inserts the new events and returns the result of each by its id. A result is missing if a concurrent statement inserts
 * the same event. Rows are sorted by event id, so that concurrent statements do not deadlock.
 */
export async function insertEvents(
  autocommitDb: AutocommitDb,
  events: NewEvent[],
): Promise<Map<string, StoreResult>> {
  const given = events
    .toSorted((one, other) => (one.eventId < other.eventId ? -1 : Number(one.eventId > other.eventId)))
    .map(({ id, source, eventId, body, bodyDigest, now }) => ({
      id,
      source,
      event_id: eventId,
      body: asBuffer(body).toString('base64'),
      body_digest: asBuffer(bodyDigest).toString('base64'),
      at: now,
    }))
  const rows = await autocommitDb<{ id: string; isNew: boolean; bodyDigest: Buffer | null }>`
    with given as materialized (
      select id, source, event_id, decode(body, 'base64') as body, decode(body_digest, 'base64') as body_digest, at
      from jsonb_to_recordset(${given}::jsonb)
        as row (id uuid, source text, event_id text, body text, body_digest text, at timestamptz)
    ), fresh as (
      insert into webhook_event (id, source, event_id, body, body_digest, received_at, next_attempt_at)
      select id, source, event_id, body, body_digest, at, at from given
      on conflict (source, event_id) do nothing
      returning id
    )
    select given.id, fresh.id is not null as "isNew",
      -- A subquery, because only duplicates need the lookup.
      case when fresh.id is null then (
        select known.body_digest from webhook_event known
        where known.source = given.source and known.event_id = given.event_id
      ) end as "bodyDigest"
    from given left join fresh on fresh.id = given.id`
  const stored = new Map<string, StoreResult>()
  for (const { id, isNew, bodyDigest } of rows) {
    if (isNew) stored.set(id, { isNew })
    else if (bodyDigest) stored.set(id, { isNew, bodyDigest })
  }
  return stored
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function listDueEvents(db: Db, now: Date, limit: number): Promise<{ id: WebhookEventId }[]> {
  return db<{ id: WebhookEventId }>`
    select id from webhook_event where state = 'PENDING' and next_attempt_at <= ${now} order by next_attempt_at limit ${limit}`
}

export interface EventRow {
  id: WebhookEventId
  source: string
  eventId: string
  body: Buffer
  attempts: number
  receivedAt: Date
}

/** The due events of some sources, without a lock. */
export function listDueEventRows(
  db: Db,
  { sources, now, limit }: { sources: string[]; now: Date; limit: number },
): Promise<EventRow[]> {
  return db<EventRow>`
    select id, source, event_id as "eventId", body, attempts, received_at as "receivedAt"
    from webhook_event
    where state = 'PENDING' and next_attempt_at <= ${now} and body is not null and source = any(${sources}::text[])
    order by next_attempt_at limit ${limit}`
}

/** Returns undefined if the event is not pending or another worker has locked it. */
export async function lockPendingEvent(tx: Tx, id: WebhookEventId): Promise<EventRow | undefined> {
  const [row] = await tx<EventRow>`
    select id, source, event_id as "eventId", body, attempts, received_at as "receivedAt"
    from webhook_event where id = ${id} and state = 'PENDING' and body is not null
    for update skip locked`
  return row
}

/** Locks the oldest due events that no other worker has locked. */
export function lockDueEvents(tx: Tx, now: Date, limit: number): Promise<EventRow[]> {
  return tx<EventRow>`
    select id, source, event_id as "eventId", body, attempts, received_at as "receivedAt"
    from webhook_event where state = 'PENDING' and next_attempt_at <= ${now} and body is not null
    order by next_attempt_at limit ${limit}
    for update skip locked`
}

export interface EventOutcome {
  id: WebhookEventId
  source: string
  outcome: Outcome
}

export async function updateOutcomes(
  tx: Tx,
  outcomes: EventOutcome[],
  isDeleted: (userId: UserId) => boolean,
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ id, outcome }) => ({
    id,
    state: outcome.state,
    outcome_note: outcome.note,
    match_key: outcome.state === 'UNMATCHED' ? outcome.matchKey : null,
    user_id: ('userId' in outcome && outcome.userId) || null,
    erase_body: 'userId' in outcome && outcome.userId !== undefined && isDeleted(outcome.userId),
    processed_at: outcome.state === 'UNMATCHED' ? null : now,
  }))
  await tx`
    update webhook_event as event set state = done.state, outcome_note = done.outcome_note, match_key = done.match_key,
      user_id = done.user_id, processed_at = done.processed_at, body = case when not done.erase_body then event.body end
    from jsonb_to_recordset(${rows}::jsonb)
      as done (id uuid, state text, outcome_note text, match_key text, user_id uuid,
        processed_at timestamptz, erase_body boolean)
    where event.id = done.id`
}

/** Counts a failed attempt. Without a next attempt the event is dead. */
export async function updateFailure(
  tx: Tx,
  id: WebhookEventId,
  note: string,
  nextAttemptAt: Date | null,
): Promise<void> {
  await tx`
    update webhook_event set attempts = attempts + 1, outcome_note = ${note},
      next_attempt_at = coalesce(${nextAttemptAt}, next_attempt_at),
      state = case when ${nextAttemptAt}::timestamptz is null then 'DEAD' else state end
    where id = ${id}`
}

/** Serializes marking an event as unmatched with linking what it waits for. */
export async function lockMatchKey(tx: Tx, matchKey: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`inbox:${matchKey}`}, 0))`
}

export async function requeueUnmatched(tx: Tx, matchKey: string, now: Date): Promise<number> {
  const rows = await tx`
    update webhook_event set state = 'PENDING', match_key = null, next_attempt_at = ${now}
    where match_key = ${matchKey} and state = 'UNMATCHED' returning id`
  return rows.length
}

interface DeadEvent extends EventRow {
  note: string | null
}

export function listDeadRows(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeadEvent[]> {
  return db<DeadEvent>`
    select id, source, event_id as "eventId", outcome_note as note, attempts, received_at as "receivedAt", body
    from webhook_event where state = 'DEAD' order by id desc limit ${limit} offset ${offset}`
}

export async function countDeadRows(db: Db): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from webhook_event where state = 'DEAD'`
  return row!.total
}

export async function lockEventState(tx: Tx, id: WebhookEventId): Promise<string | undefined> {
  const [row] = await tx<{ state: string }>`select state from webhook_event where id = ${id} for update`
  return row?.state
}

export async function updateToPending(tx: Tx, id: WebhookEventId, now: Date): Promise<void> {
  await tx`
    update webhook_event set state = 'PENDING', attempts = 0, next_attempt_at = ${now} where id = ${id}`
}

/** Erases a batch of old bodies. The digest stays, so that a late delivery is recognized as a duplicate. */
export async function deleteExpiredBodies(
  autocommitDb: AutocommitDb,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await autocommitDb`
    update webhook_event set body = null where id = any(array(
      select id from webhook_event where body is not null and processed_at < ${before}
      order by processed_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

export function listEventsOfUser(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select source, event_id as "eventId", received_at as "receivedAt", outcome_note as note, convert_from(body, 'UTF8')::jsonb as body
    from webhook_event where user_id = ${userId} order by id`
}

/** Erases the bodies of the user's events. A dead event that contains the user's id is closed. */
export async function eraseBodiesOfUser(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx`update webhook_event set body = null, outcome_note = null where user_id = ${userId}`
  await tx`
    update webhook_event set body = null, outcome_note = 'The account was deleted.', state = 'IGNORED',
      processed_at = ${now}
    where state = 'DEAD' and position(convert_to(${userId}::text, 'UTF8') in body) > 0`
}
