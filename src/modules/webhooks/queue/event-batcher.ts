import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import type { AutocommitDb } from '../../../platform/db/database.ts'
import { isRetryable } from '../../../platform/db/database-error.ts'
import { newId } from '../../../platform/ids.ts'
import { constantTimeEqual, sha256 } from '../../../platform/secrets.ts'
import { insertEvents, type NewEvent, type StoreResult } from './queries.ts'

const MAX_BATCH_SIZE = 100
const MAX_ATTEMPTS = 5
/**
 * A second batch starts during a commit if enough events wait. One statement costs as much as seven rows, so many small
 * batches would be slower than waiting.
 */
const MAX_CONCURRENT = 2
const MIN_WAITING_FOR_EXTRA_BATCH = 16

/**
 * Stores the events that arrive during a commit in one statement, so that a burst costs few commits and a single event does
 * not wait. `store` resolves after the commit.
 */
export class EventBatcher {
  readonly #store: (event: NewEvent) => Promise<StoreResult | undefined>

  constructor(autocommitDb: AutocommitDb) {
    this.#store = createBatcher((events: NewEvent[]) => insertAll(autocommitDb, events), {
      maxBatchSize: MAX_BATCH_SIZE,
      maxConcurrent: MAX_CONCURRENT,
      minWaitingForExtraBatch: MIN_WAITING_FOR_EXTRA_BATCH,
    })
  }

  /** Returns whether the event is new, and whether an earlier event with its id has the same body. */
  async store(event: Omit<NewEvent, 'id' | 'bodyDigest'>): Promise<{ isNew: boolean; hasSameBody: boolean }> {
    const newEvent: NewEvent = { ...event, id: newId(), bodyDigest: sha256(event.body) }
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const stored = await this.#store(newEvent)
      // Undefined: a concurrent statement stores an event with this id. The next attempt sees it.
      if (stored)
        return {
          isNew: stored.isNew,
          hasSameBody: stored.isNew || constantTimeEqual(stored.bodyDigest, newEvent.bodyDigest),
        }
    }
    throw new Error(`the event ${event.eventId} of ${event.source} is neither new nor known`)
  }
}

async function insertAll(
  autocommitDb: AutocommitDb,
  events: NewEvent[],
): Promise<(StoreResult | undefined)[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const stored = await insertEvents(autocommitDb, events)
      return events.map(({ id }) => stored.get(id))
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
