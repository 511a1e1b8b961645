import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'
import type { WebhookEventId } from '../webhook-source.ts'
import { redactBody } from './redact-body.ts'

export const EVENT_STATES = ['PENDING', 'APPLIED', 'IGNORED', 'UNMATCHED', 'DEAD'] as const
type EventState = (typeof EVENT_STATES)[number]

/** A received event as staff see it. */
export interface ListedEvent {
  id: WebhookEventId
  source: string
  eventId: string
  state: EventState
  note: string | null
  attempts: number
  userId: UserId | null
  receivedAt: Date
  processedAt: Date | null
}

const COUNT_LIMIT = 10_000

/** A page of the received events without their bodies, newest first. Counts at most 10,000. */
export async function listEvents(
  db: Db,
  { source, state }: { source?: string | undefined; state?: EventState | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  const [events, [row]] = await Promise.all([
    db<ListedEvent>`
      select id, source, event_id as "eventId", state, outcome_note as note, attempts, user_id as "userId",
        received_at as "receivedAt", processed_at as "processedAt"
      from webhook_event
      where (${source ?? null}::text is null or source = ${source ?? null}::text)
        and (${state ?? null}::text is null or state = ${state ?? null}::text)
      order by id desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`
      select count(*)::integer as total from (
        select from webhook_event
        where (${source ?? null}::text is null or source = ${source ?? null}::text)
          and (${state ?? null}::text is null or state = ${state ?? null}::text)
        limit ${COUNT_LIMIT}
      ) found`,
  ])
  return { events, total: row!.total }
}

/** An event with its body, without secrets. The body is null after it was erased. */
export async function getEvent(db: Db, id: WebhookEventId): Promise<ListedEvent & { body: string | null }> {
  const [found] = await db<ListedEvent & { body: Buffer | null }>`
    select id, source, event_id as "eventId", state, outcome_note as note, attempts, user_id as "userId",
      received_at as "receivedAt", processed_at as "processedAt", body
    from webhook_event where id = ${id}`
  if (!found) throw errors.event_not_found()
  const { body, ...event } = found
  return { ...event, body: body && redactBody(body.toString('utf8')) }
}
