import { log } from '../../../platform/log.ts'
import { counter } from '../../../platform/metrics.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../errors.ts'
import { processEventsJob } from '../jobs.ts'
import type { WebhookSource } from '../public/webhook-source.ts'
import { EventBatcher } from './event-batcher.ts'

/** Nobody waits for longer than the last of these; while events pour in, taking them in goes first. */
const QUIET_MS = 200
const MAX_DELAY_MS = 5_000

const received = counter('lyceum_webhook_events_received_total', 'Events that came from outside', [
  'source',
  'outcome',
])

export interface IncomingEvent {
  source: WebhookSource
  eventId: string
  rawBody: Uint8Array
  now: Date
}

/** Where the doors put what came. It gathers the hints that something is due. */
export class EventQueue {
  readonly #write: Platform['write']
  readonly #batcher: EventBatcher
  #firstAt: number | undefined
  #lastAt = 0

  constructor({ db, write }: Pick<Platform, 'db' | 'write'>) {
    this.#write = write
    this.#batcher = new EventBatcher(db)
  }

  /**
   * Stores an event, once; true when it is new. When this returns, the event outlives us, and is applied whether or not
   * the hint gets through: the timetable rings too.
   */
  async enqueue({ source, eventId, rawBody, now }: IncomingEvent): Promise<boolean> {
    const { isNew, hasSameBody } = await this.#batcher.store({
      source: source.name,
      eventId,
      body: rawBody,
      now,
    })
    received.inc({ source: source.name, outcome: isNew ? 'new' : 'duplicate' })
    if (isNew) this.#scheduleHint()
    else if (source.rejectsChangedBody && !hasSameBody) throw errors.event_id_reused()
    return isNew
  }

  #scheduleHint(): void {
    this.#lastAt = performance.now()
    if (this.#firstAt !== undefined) return
    this.#firstAt = this.#lastAt
    setTimeout(() => this.#hintWhenQuiet(), QUIET_MS).unref()
  }

  #hintWhenQuiet(): void {
    const at = performance.now()
    if (at - this.#lastAt < QUIET_MS && at - this.#firstAt! < MAX_DELAY_MS) {
      setTimeout(() => this.#hintWhenQuiet(), QUIET_MS).unref()
      return
    }
    this.#firstAt = undefined
    this.#write(async (tx) => tx.enqueue(processEventsJob, {})).catch((fault) =>
      log.warn({ fault }, 'webhooks: a hint was lost; the next sweep finds the events'),
    )
  }
}
