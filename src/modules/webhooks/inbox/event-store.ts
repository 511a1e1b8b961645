import type { Db } from '../../../platform/db/database.ts'
import { isRetryable } from '../../../platform/db/faults.ts'
import { gather } from '../../../platform/gather.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, sameBytes } from '../../../platform/secrets.ts'
import { insertEvents, type KeptEvent, type NewEvent } from './queries.ts'

const MOST_AT_ONCE = 100
const MOST_TRIES = 5
/**
 * While one commit is waited for, another may begin if enough wait for it: the disk then serves two at once. A statement
 * costs as much as seven of the rows in it, so many small ones would cost more than the waiting that they save.
 */
const LANES = 2
const WORTH_A_LANE = 16

/**
 * Stores events as they come, all that came while others were being stored in one statement: a burst costs few
 * commits, and a lone event waits for nobody. Each is answered when it is committed, and not before.
 */
export class EventStore {
  readonly #store: (event: NewEvent) => Promise<KeptEvent | undefined>

  constructor(db: Db) {
    this.#store = gather((events: NewEvent[]) => insertAll(db, events), {
      most: MOST_AT_ONCE,
      lanes: LANES,
      worthALane: WORTH_A_LANE,
    })
  }

  /** Whether it is new, and if not, whether the one that came before it under its id has the same body. */
  async keep(event: Omit<NewEvent, 'id' | 'bodyDigest'>): Promise<{ isNew: boolean; hasSameBody: boolean }> {
    const whole: NewEvent = { ...event, id: newId(), bodyDigest: digest(event.body) }
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      const kept = await this.#store(whole)
      // Undefined: another one with its id was stored in this very moment. The next look sees it.
      if (kept)
        return { isNew: kept.isNew, hasSameBody: kept.isNew || sameBytes(kept.bodyDigest, whole.bodyDigest) }
    }
    throw new Error(`the event ${event.eventId} of ${event.source} is neither new nor known`)
  }
}

async function insertAll(db: Db, events: NewEvent[]): Promise<(KeptEvent | undefined)[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const kept = await insertEvents(db, events)
      return events.map(({ id }) => kept.get(id))
    } catch (fault) {
      if (!isRetryable(fault) || attempt === MOST_TRIES) throw fault
    }
  }
}
