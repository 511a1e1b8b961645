import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isRetryable } from '../../../platform/db/database-error.ts'
import { newId } from '../../../platform/ids.ts'
import { constantTimeEqual, sha256 } from '../../../platform/secrets.ts'
import { insertEvents, type NewEvent, type StoreResult } from './queries.ts'

const MAX_BATCH_SIZE = 100
const MAX_ATTEMPTS = 5
/**
 * While one commit is waited for, another may begin if enough wait for it: the disk then serves two at once. A statement
 * costs as much as seven of the rows in it, so many small ones would cost more than the waiting that they save.
 */
const MAX_CONCURRENT = 2
const MIN_WAITING_FOR_EXTRA_BATCH = 16

/**
 * Stores events as they come, all that came while others were being stored in one statement: a burst costs few
 * commits, and a lone event waits for nobody. Each is answered when it is committed, and not before.
 */
export class EventBatcher {
  readonly #store: (event: NewEvent) => Promise<StoreResult | undefined>

  constructor(db: Db) {
    this.#store = createBatcher((events: NewEvent[]) => insertAll(db, events), {
      maxBatchSize: MAX_BATCH_SIZE,
      maxConcurrent: MAX_CONCURRENT,
      minWaitingForExtraBatch: MIN_WAITING_FOR_EXTRA_BATCH,
    })
  }

  /** Whether it is new, and if not, whether the one that came before it under its id has the same body. */
  async store(event: Omit<NewEvent, 'id' | 'bodyDigest'>): Promise<{ isNew: boolean; hasSameBody: boolean }> {
    const newEvent: NewEvent = { ...event, id: newId(), bodyDigest: sha256(event.body) }
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await this.#store(newEvent)
      // Undefined: another one with its id was stored in this very moment. The next look sees it.
      if (stored)
        return {
          isNew: stored.isNew,
          hasSameBody: stored.isNew || constantTimeEqual(stored.bodyDigest, newEvent.bodyDigest),
        }
    }
    throw new Error(`the event ${event.eventId} of ${event.source} is neither new nor known`)
  }
}

async function insertAll(db: Db, events: NewEvent[]): Promise<(StoreResult | undefined)[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const stored = await insertEvents(db, events)
      return events.map(({ id }) => stored.get(id))
    } catch (fault) {
      if (!isRetryable(fault) || attempt === MAX_ATTEMPTS) throw fault
    }
  }
}
