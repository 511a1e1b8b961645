import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { applyInbox } from '../jobs.ts'
import type { InboxSource } from './source.ts'
import { storeEvent } from './store-event.ts'

/** Long enough for a burst to cost a job or two, short enough that nobody waits. */
const HINT_MS = 100

export interface Arrived {
  source: InboxSource
  eventId: string
  rawBody: Uint8Array
  now: Date
}

/** Where the doors put what came. A process has one: it gathers the hints that something is due. */
export class Inbox {
  readonly #platform: Pick<Platform, 'db' | 'write'>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(platform: Pick<Platform, 'db' | 'write'>) {
    this.#platform = platform
  }

  /** True when it is new. What is stored is applied, whether or not the hint gets through: the timetable rings too. */
  async put({ source, eventId, rawBody, now }: Arrived): Promise<boolean> {
    const isNew = await storeEvent(this.#platform.db, { source, eventId, rawBody, now })
    if (isNew) this.#timer ??= setTimeout(() => this.#hint(), HINT_MS)
    return isNew
  }

  #hint(): void {
    this.#timer = undefined
    this.#platform
      .write(async (tx) => tx.enqueue(applyInbox, {}))
      .catch((fault) => log.warn({ fault }, 'webhooks: a hint was lost; the next sweep finds the events'))
  }
}
