import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Broadcast, BroadcastId, Draft } from './broadcast.ts'

export async function insertBroadcast(
  tx: Tx,
  { id, createdBy, now, ...draft }: Draft & { id: BroadcastId; createdBy: UserId; now: Date },
): Promise<void> {
  await tx`
    insert into broadcast (id, name, type, texts, fallback_language, link, channels, segment, messages_per_second,
      created_by, created_at, updated_at)
    values (${id}, ${draft.name}, ${draft.type}, ${draft.texts}::jsonb, ${draft.fallbackLanguage}, ${draft.link},
      ${draft.channels}::jsonb, ${draft.segment}::jsonb, ${draft.messagesPerSecond}, ${createdBy}, ${now}, ${now})`
}

export async function findBroadcast(db: Db, id: BroadcastId): Promise<Broadcast | undefined> {
  const [row] = await db<Broadcast>`
    select id, name, type, texts, fallback_language as "fallbackLanguage", link, channels, segment,
      messages_per_second as "messagesPerSecond", version, status, created_by as "createdBy", created_at as "createdAt",
      updated_at as "updatedAt", send_at as "sendAt", started_at as "startedAt", finished_at as "finishedAt",
      expected_count as "expectedCount", is_expected_capped as "isExpectedCapped", sent_count as "sentCount"
    from broadcast where id = ${id}`
  return row
}

/** Waits for a step of the sending, so that nothing is sent between reading the state and changing it. */
export async function lockBroadcast(tx: Tx, id: BroadcastId): Promise<Broadcast | undefined> {
  await tx`select from broadcast where id = ${id} for update`
  return findBroadcast(tx, id)
}

interface ListFilter {
  status: Broadcast['status'] | null
  limit: number
  offset: number
}

/** Newest first. */
export function listBroadcasts(db: Db, { status, limit, offset }: ListFilter): Promise<Broadcast[]> {
  return db<Broadcast>`
    select id, name, type, texts, fallback_language as "fallbackLanguage", link, channels, segment,
      messages_per_second as "messagesPerSecond", version, status, created_by as "createdBy", created_at as "createdAt",
      updated_at as "updatedAt", send_at as "sendAt", started_at as "startedAt", finished_at as "finishedAt",
      expected_count as "expectedCount", is_expected_capped as "isExpectedCapped", sent_count as "sentCount"
    from broadcast where ${status}::text is null or status = ${status}::text
    order by id desc limit ${limit} offset ${offset}`
}

const COUNT_LIMIT = 10_000

export async function countBroadcasts(db: Db, status: Broadcast['status'] | null): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from (
      select from broadcast where ${status}::text is null or status = ${status}::text limit ${COUNT_LIMIT}
    ) found`
  return row!.count
}

export async function updateDraft(tx: Tx, id: BroadcastId, draft: Draft, now: Date): Promise<void> {
  await tx`
    update broadcast set name = ${draft.name}, type = ${draft.type}, texts = ${draft.texts}::jsonb,
      fallback_language = ${draft.fallbackLanguage}, link = ${draft.link}, channels = ${draft.channels}::jsonb,
      segment = ${draft.segment}::jsonb, messages_per_second = ${draft.messagesPerSecond}, version = version + 1,
      updated_at = ${now}
    where id = ${id}`
}

interface Sending {
  sendAt: Date
  expected: { count: number; isCapped: boolean }
}

/** The job changes the status to SENDING when the time has come. */
export async function updateScheduled(
  tx: Tx,
  id: BroadcastId,
  { sendAt, expected: { count, isCapped } }: Sending,
): Promise<void> {
  await tx`
    update broadcast set status = 'SCHEDULED', send_at = ${sendAt}, next_step_at = ${sendAt}, expected_count = ${count},
      is_expected_capped = ${isCapped}
    where id = ${id}`
}

export async function updateStopped(tx: Tx, id: BroadcastId, now: Date): Promise<void> {
  await tx`update broadcast set status = 'STOPPED', finished_at = ${now} where id = ${id}`
}

/** Broadcasts that are being sent, and those whose time has come. */
export async function listRunning(db: Db, now: Date): Promise<BroadcastId[]> {
  const rows = await db<{ id: BroadcastId }>`
    select id from broadcast where status in ('SCHEDULED', 'SENDING') and send_at <= ${now} order by id`
  return rows.map(({ id }) => id)
}

/** The state that a step of the sending reads and changes. */
export interface RunningBroadcast extends Draft {
  id: BroadcastId
  startedAt: Date | null
  lastUserId: UserId | null
  nextStepAt: Date
}

/** Of two workers the second one waits. Returns undefined if the broadcast is not to be sent any more. */
export async function lockRunning(tx: Tx, id: BroadcastId): Promise<RunningBroadcast | undefined> {
  await tx`select from broadcast where id = ${id} for update`
  const [row] = await tx<RunningBroadcast>`
    select id, name, type, texts, fallback_language as "fallbackLanguage", link, channels, segment,
      messages_per_second as "messagesPerSecond", started_at as "startedAt", last_user_id as "lastUserId",
      next_step_at as "nextStepAt"
    from broadcast where id = ${id} and status in ('SCHEDULED', 'SENDING')`
  return row
}

interface Step {
  startedAt: Date
  lastUserId: UserId | null
  sent: number
  nextStepAt: Date
  /** Set by the last step. */
  finishedAt: Date | null
}

export async function updateStep(tx: Tx, id: BroadcastId, step: Step): Promise<void> {
  await tx`
    update broadcast set status = ${step.finishedAt ? 'SENT' : 'SENDING'}, started_at = ${step.startedAt},
      last_user_id = coalesce(${step.lastUserId}::uuid, last_user_id), sent_count = sent_count + ${step.sent},
      next_step_at = ${step.nextStepAt}, finished_at = ${step.finishedAt}
    where id = ${id}`
}
