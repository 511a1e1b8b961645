import type { Db } from '../../../platform/db/database.ts'
import { isRetryable } from '../../../platform/db/faults.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, sameBytes } from '../../../platform/secrets.ts'
import { insertEvents, type KeptEvent, type NewEvent } from './queries.ts'

interface Waiting {
  event: NewEvent
  resolve: (kept: KeptEvent | undefined) => void
  reject: (fault: unknown) => void
}

const MOST_AT_ONCE = 100
const MOST_TRIES = 5
/** While one commit is waited for, others may begin if they are worth it: the disk then serves several at once. */
const LANES = 3
const WORTH_A_LANE = 6

/**
 * Stores events as they come, all that came while others were being stored in one statement: a burst costs few
 * commits, and a lone event waits for nobody. Each is answered when it is committed, and not before.
 */
export class EventStore {
  readonly #db: Db
  #waiting: Waiting[] = []
  #storing = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Whether it is new, and if not, whether the one that came before it under its id has the same body. */
  async keep(event: Omit<NewEvent, 'id' | 'bodyDigest'>): Promise<{ isNew: boolean; hasSameBody: boolean }> {
    const whole: NewEvent = { ...event, id: newId(), bodyDigest: digest(event.body) }
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      const kept = await new Promise<KeptEvent | undefined>((resolve, reject) => {
        this.#waiting.push({ event: whole, resolve, reject })
        if (this.#mayBegin()) void this.#store()
      })
      // Undefined: another one with its id was stored in this very moment. The next look sees it.
      if (kept)
        return { isNew: kept.isNew, hasSameBody: kept.isNew || sameBytes(kept.bodyDigest, whole.bodyDigest) }
    }
    throw new Error(`the event ${event.eventId} of ${event.source} is neither new nor known`)
  }

  #mayBegin(): boolean {
    return this.#storing === 0 || (this.#storing < LANES && this.#waiting.length >= WORTH_A_LANE)
  }

  async #store(): Promise<void> {
    this.#storing++
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE)
      try {
        const kept = await this.#insert(batch.map(({ event }) => event))
        for (const { event, resolve } of batch) resolve(kept.get(event.id))
      } catch (fault) {
        for (const { reject } of batch) reject(fault)
      }
    }
    this.#storing--
  }

  async #insert(events: NewEvent[]): Promise<Map<string, KeptEvent>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await insertEvents(this.#db, events)
      } catch (fault) {
        if (!isRetryable(fault) || attempt === MOST_TRIES) throw fault
      }
    }
  }
}
