import { now, nowMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Fact } from '../../../platform/events.ts'
import type { Live } from '../../../platform/live/live.ts'
import { log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { NowReaction } from '../../../platform/reactions.ts'
import type { Promotion } from '../promotion.ts'
import { listEnabledPromotions } from '../queries.ts'

const CHANNEL = 'promotions.promotion_changed'
const FRESH_MS = 5_000

/** Of the process that changes a campaign: it knows at once, and does not wait to hear its own message. */
const heldBy = new WeakMap<Live, HeldPromotions>()

/**
 * The campaigns that are live or will be, in the memory of this process: everybody looks at them, and few are there.
 * Dropped when a live message says that one changed, and read again every few seconds in case the message was lost.
 */
export class HeldPromotions {
  readonly #db: Db
  #promotions: Promotion[] | undefined
  #readAt = 0
  #reading: Promise<Promotion[]> | undefined
  #changes = 0

  constructor({ db, live }: Pick<Platform, 'db' | 'live'>) {
    this.#db = db
    heldBy.set(live, this)
    live
      .subscribe(CHANNEL, () => this.drop())
      .catch((fault) => log.warn({ fault: String(fault) }, 'promotions: changes are not heard'))
  }

  /** At once when they were read a moment ago, which is nearly always. */
  current(): Promotion[] | Promise<Promotion[]> {
    if (this.#promotions && nowMs() - this.#readAt < FRESH_MS) return this.#promotions
    this.#reading ??= this.#read()
    return this.#reading
  }

  drop(): void {
    this.#changes++
    this.#promotions = undefined
    // What is being read may be of before the change.
    this.#reading = undefined
  }

  async #read(): Promise<Promotion[]> {
    const changes = this.#changes
    const startedAt = nowMs()
    try {
      const promotions = await listEnabledPromotions(this.#db, now())
      if (changes !== this.#changes) return promotions
      this.#promotions = promotions
      this.#readAt = startedAt
      return promotions
    } finally {
      if (changes === this.#changes) this.#reading = undefined
    }
  }
}

/** Makes the reaction to a change: every process that holds campaigns is told, this one first. */
export function announcePromotions(live: Live): NowReaction<object> {
  return async (tx, _: Fact<object>) => {
    tx.afterCommit(() => {
      heldBy.get(live)?.drop()
      live.publish(CHANNEL, {})
    })
  }
}
