import type { Db } from '../../../platform/db/database.ts'
import { errors } from '../errors.ts'
import {
  countEventRows,
  type EventFilter,
  findEventBody,
  type ListedEvent,
  listEventRows,
} from '../queue/queries.ts'
import type { WebhookEventId } from '../webhook-source.ts'
import { redactBody } from './redact-body.ts'

export type { ListedEvent }

export const EVENT_STATES = ['PENDING', 'APPLIED', 'IGNORED', 'UNMATCHED', 'DEAD'] as const

/** A page of the received events without their bodies, newest first. Counts at most 10,000. */
export async function listEvents(
  db: Db,
  filter: EventFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ events: ListedEvent[]; total: number }> {
  const [events, total] = await Promise.all([
    listEventRows(db, filter, { limit, offset: (page - 1) * limit }),
    countEventRows(db, filter),
  ])
  return { events, total }
}

/** An event with its body, without secrets. The body is null after it was erased. */
export async function getEvent(db: Db, id: WebhookEventId): Promise<ListedEvent & { body: string | null }> {
  const found = await findEventBody(db, id)
  if (!found) throw errors.event_not_found()
  const { body, ...event } = found
  return { ...event, body: body && redactBody(body.toString('utf8')) }
}
