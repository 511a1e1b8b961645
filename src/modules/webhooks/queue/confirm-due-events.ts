import type { Platform } from '../../../platform/platform.ts'
import type { Confirmation, Sources, StoredEvent, WebhookEventId } from '../webhook-source.ts'
import { type EventRow, listDueEventRows } from './queries.ts'

export type Confirmations = ReadonlyMap<WebhookEventId, Confirmation>

/**
 * Asks the sources that confirm events about the due ones, before and outside of the transaction that applies them. An
 * event that cannot be confirmed now is `unconfirmed`, with the reason.
 */
export async function confirmDueEvents(
  { db, clock }: Pick<Platform, 'db'> & { clock: () => Date },
  sources: Sources,
  limit: number,
): Promise<Confirmations> {
  const names = [...sources.values()].filter(({ confirm }) => confirm).map(({ name }) => name)
  const confirmations = new Map<WebhookEventId, Confirmation>()
  if (names.length === 0) return confirmations
  const due = await listDueEventRows(db, { sources: names, now: clock(), limit })
  for (const [name, events] of Map.groupBy(due, ({ source }) => source)) {
    const stored = events.map(parseStoredEvent)
    const { confirm } = sources.get(name)!
    const found = await confirm!(stored).catch((error) => unconfirmed(stored, error))
    for (const [id, confirmation] of found) confirmations.set(id, confirmation)
  }
  return confirmations
}

function unconfirmed(events: StoredEvent[], error: unknown): Map<WebhookEventId, Confirmation> {
  const note = `could not be confirmed: ${error instanceof Error ? error.message : error}`
  return new Map(events.map(({ id }) => [id, { verdict: 'unconfirmed', note }]))
}

export function parseStoredEvent(event: EventRow): StoredEvent {
  return { ...event, body: JSON.parse(event.body.toString('utf8')) }
}
