import { MINUTE_MS } from './clock.ts'

/** A sample wakes the process, so samples are as rare as the shortest delay that matters allows. */
const INTERVAL_MS = 50
/** After this time without a scrape the samples end. */
const REST_MS = 10 * MINUTE_MS

export interface LagStats {
  min: number
  mean: number
  p50: number
  p90: number
  p99: number
  max: number
}

/** How late the event loop runs timers, from samples since the last read. It samples only while it is read. */
export class EventLoopLag {
  readonly #restMs: number
  #samplesMs: number[] = []
  #timer: Timer | undefined
  #rest: Timer | undefined
  /** For a second reader who comes before the next sample. */
  #last: LagStats | undefined

  constructor(restMs = REST_MS) {
    this.#restMs = restMs
  }

  get isSampling(): boolean {
    return this.#timer !== undefined
  }

  /** Seconds, or undefined without samples: at the first read, which starts them, and at the first one after a rest. */
  read(): LagStats | undefined {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.stop(), this.#restMs).unref()
    if (!this.#timer) this.#sample()
    if (this.#samplesMs.length === 0) return this.#last
    const seconds = this.#samplesMs.splice(0).map((ms) => ms / 1000)
    seconds.sort((one, other) => one - other)
    const quantile = (share: number) => seconds[Math.floor(share * (seconds.length - 1))]!
    this.#last = {
      min: quantile(0),
      mean: seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
      p50: quantile(0.5),
      p90: quantile(0.9),
      p99: quantile(0.99),
      max: quantile(1),
    }
    return this.#last
  }

  stop(): void {
    clearTimeout(this.#rest)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#samplesMs = []
    this.#last = undefined
  }

  #sample(): void {
    const dueAt = performance.now() + INTERVAL_MS
    this.#timer = setTimeout(() => {
      this.#samplesMs.push(Math.max(0, performance.now() - dueAt))
      this.#sample()
    }, INTERVAL_MS).unref()
  }
}
