import { log } from '../../../platform/log.ts'
import { counter } from '../../../platform/metrics.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../errors.ts'
import { processEventsJob } from '../jobs.ts'
import type { WebhookSource } from '../webhook-source.ts'
import { EventBatcher } from './event-batcher.ts'

/** The job is enqueued when no event arrived for QUIET_MS, at the latest after MAX_DELAY_MS. */
const QUIET_MS = 200
const MAX_DELAY_MS = 5_000

const received = counter('lyceum_webhook_events_received_total', 'Received webhook events', [
  'source',
  'outcome',
])

export interface IncomingEvent {
  source: WebhookSource
  eventId: string
  rawBody: Uint8Array
  now: Date
}

/** Stores incoming events and enqueues one job for many of them. */
export class EventQueue {
  readonly #write: Platform['write']
  readonly #batcher: EventBatcher
  #firstAt: number | undefined
  #lastAt = 0

  constructor({ autocommitDb, write }: Pick<Platform, 'autocommitDb' | 'write'>) {
    this.#write = write
    this.#batcher = new EventBatcher(autocommitDb)
  }

  /** Stores an event and returns true if it is new. The scheduled job processes it even if the enqueued job is lost. */
  async enqueue({ source, eventId, rawBody, now }: IncomingEvent): Promise<boolean> {
    const { isNew, hasSameBody } = await this.#batcher.store({
      source: source.name,
      eventId,
      body: rawBody,
      now,
    })
    received.inc({ source: source.name, outcome: isNew ? 'new' : 'duplicate' })
    if (isNew) this.#scheduleJob()
    else if (source.rejectsChangedBody && !hasSameBody) throw errors.event_id_reused()
    return isNew
  }

  #scheduleJob(): void {
    this.#lastAt = performance.now()
    if (this.#firstAt !== undefined) return
    this.#firstAt = this.#lastAt
    setTimeout(() => this.#enqueueJobWhenQuiet(), QUIET_MS).unref()
  }

  #enqueueJobWhenQuiet(): void {
    const at = performance.now()
    if (at - this.#lastAt < QUIET_MS && at - this.#firstAt! < MAX_DELAY_MS) {
      setTimeout(() => this.#enqueueJobWhenQuiet(), QUIET_MS).unref()
      return
    }
    this.#firstAt = undefined
    this.#write(async (tx) => tx.enqueue(processEventsJob, {})).catch((error) =>
      log.warn({ error }, 'webhooks: job not enqueued, the scheduled run processes the events'),
    )
  }
}
