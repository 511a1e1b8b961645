import { MINUTE_MS, nowMs, SECOND_MS } from '../clock.ts'
import { log } from '../log.ts'
import { gauge } from '../metrics.ts'
import type { Db } from './database.ts'

/** Smaller differences do no harm: limits and leases have longer times. */
const MAX_SKEW_MS = 2 * SECOND_MS

/**
 * Compares the wall clock of the process with that of the database. Stored times come from both, so a process with a
 * wrong clock lets codes expire early or late and orders events wrongly.
 */
export class ClockSkewWatcher {
  readonly #db: Db
  #timer: Timer | undefined
  #skewMs = Number.NaN
  #isLogged = false

  constructor(db: Db) {
    this.#db = db
    gauge(
      'lyceum_clock_skew_seconds',
      'How far the wall clock of the process is ahead of that of the database',
      () => this.#skewMs / 1000,
    )
  }

  async start(): Promise<void> {
    await this.measure()
    this.#timer = setInterval(() => void this.measure(), MINUTE_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Returns by how many milliseconds this process is ahead; NaN if the database does not answer. */
  async measure(): Promise<number> {
    try {
      const asked = nowMs()
      const [server] = await this.#db<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`
      const answered = nowMs()
      // The server read its clock at some moment between: the least difference that explains the answer counts.
      const behind = server!.ms - answered
      const ahead = asked - server!.ms
      this.#skewMs = Math.round(ahead > 0 ? ahead : behind > 0 ? -behind : 0)
      this.#report()
    } catch {
      this.#skewMs = Number.NaN
    }
    return this.#skewMs
  }

  /** Each crossing of the limit is logged once. */
  #report(): void {
    const isWrong = Math.abs(this.#skewMs) > MAX_SKEW_MS
    if (isWrong && !this.#isLogged)
      log.warn(
        { skewMs: this.#skewMs },
        'clock: the wall clock of this machine and that of the database differ; check the time servers of both',
      )
    if (!isWrong && this.#isLogged) log.info('clock: the wall clock agrees with that of the database again')
    this.#isLogged = isWrong
  }
}
