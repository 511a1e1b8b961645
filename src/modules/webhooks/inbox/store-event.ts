import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, sameBytes } from '../../../platform/secrets.ts'
import { errors } from '../errors.ts'
import { insertEvent } from './queries.ts'
import type { InboxSource } from './source.ts'

export interface StoreEvent {
  source: Pick<InboxSource, 'name' | 'refusesOtherBody'>
  eventId: string
  rawBody: Uint8Array
  now: Date
}

/** More would need as many requests with one id, each of which fails after the one before it. */
const MOST_LOOKS = 5

/**
 * Puts an event into the inbox, once. It is one statement and so a transaction by itself: when this returns, the event
 * outlives us. True when it is new.
 */
export async function storeEvent(db: Db, { source, eventId, rawBody, now }: StoreEvent): Promise<boolean> {
  const bodyDigest = digest(rawBody)
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const kept = await insertEvent(db, {
      id: newId(),
      source: source.name,
      eventId,
      body: rawBody,
      bodyDigest,
      now,
    })
    if (!kept) continue
    if (!kept.isNew && source.refusesOtherBody && !sameBytes(kept.bodyDigest, bodyDigest)) {
      throw errors.event_id_reused()
    }
    return kept.isNew
  }
  throw new Error(`the event ${eventId} of ${source.name} is neither new nor known`)
}
