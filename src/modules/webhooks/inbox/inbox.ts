import { log } from '../../../platform/log.ts'
import { counter } from '../../../platform/metrics.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../errors.ts'
import { applyInbox } from '../jobs.ts'
import { EventStore } from './event-store.ts'
import type { InboxSource } from './source.ts'

/** Nobody waits for longer than the last of these; while events pour in, taking them in goes first. */
const QUIET_MS = 200
const LONGEST_MS = 5_000

const received = counter('lyceum_inbox_received_total', 'Events that came from outside', [
  'source',
  'outcome',
])

export interface Arrived {
  source: InboxSource
  eventId: string
  rawBody: Uint8Array
  now: Date
}

/** Where the doors put what came. It gathers the hints that something is due. */
export class Inbox {
  readonly #write: Platform['write']
  readonly #store: EventStore
  #firstAt: number | undefined
  #lastAt = 0

  constructor({ db, write }: Pick<Platform, 'db' | 'write'>) {
    this.#write = write
    this.#store = new EventStore(db)
  }

  /**
   * Stores an event, once; true when it is new. When this returns, the event outlives us, and is applied whether or not
   * the hint gets through: the timetable rings too.
   */
  async put({ source, eventId, rawBody, now }: Arrived): Promise<boolean> {
    const { isNew, hasSameBody } = await this.#store.keep({
      source: source.name,
      eventId,
      body: rawBody,
      now,
    })
    received.inc({ source: source.name, outcome: isNew ? 'new' : 'duplicate' })
    if (isNew) this.#noteNew()
    else if (source.refusesOtherBody && !hasSameBody) throw errors.event_id_reused()
    return isNew
  }

  #noteNew(): void {
    this.#lastAt = performance.now()
    if (this.#firstAt !== undefined) return
    this.#firstAt = this.#lastAt
    setTimeout(() => this.#hintWhenQuiet(), QUIET_MS).unref()
  }

  #hintWhenQuiet(): void {
    const at = performance.now()
    if (at - this.#lastAt < QUIET_MS && at - this.#firstAt! < LONGEST_MS) {
      setTimeout(() => this.#hintWhenQuiet(), QUIET_MS).unref()
      return
    }
    this.#firstAt = undefined
    this.#write(async (tx) => tx.enqueue(applyInbox, {})).catch((fault) =>
      log.warn({ fault }, 'webhooks: a hint was lost; the next sweep finds the events'),
    )
  }
}
