import { monotonicMs, SECOND_MS } from '../clock.ts'
import { createSingleflight } from '../concurrency/singleflight.ts'
import { OutageLog } from '../outage-log.ts'
import type { CheckedStorage } from './storage.ts'

/** Readiness is asked every few seconds by several programs; the storage is asked less often. */
const MAX_AGE_MS = 15 * SECOND_MS

/** Whether the storage works, for readiness and metrics. */
export class StorageWatch {
  readonly #storage: CheckedStorage
  readonly #outage = new OutageLog('storage')
  readonly #once = createSingleflight<void>()
  #checkedAt = Number.NEGATIVE_INFINITY
  #problem: string | undefined

  constructor(storage: CheckedStorage) {
    this.#storage = storage
  }

  /** The last known state. It does not wait: a scrape of metrics must not depend on a bucket. */
  isUp(): boolean {
    void this.check()
    return this.#problem === undefined
  }

  /** Returns true, or the sentence that says what is wrong. */
  async check(): Promise<true | string> {
    if (monotonicMs() - this.#checkedAt > MAX_AGE_MS) await this.#once('check', () => this.#ask())
    return this.#problem ?? true
  }

  async #ask(): Promise<void> {
    try {
      await this.#storage.check()
      this.#problem = undefined
      this.#outage.succeeded()
    } catch (error) {
      this.#problem = `The storage for files does not work: ${(error as Error).message}`
      this.#outage.failed(error, 'files cannot be stored; check S3_… or the disk of DATA_DIR')
    }
    this.#checkedAt = monotonicMs()
  }
}
