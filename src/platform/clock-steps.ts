import { monotonicMs, nowMs, SECOND_MS } from './clock.ts'
import { log } from './log.ts'
import { counter } from './metrics.ts'

/** A time server corrects smaller differences all the time. */
const MIN_STEP_MS = 2 * SECOND_MS
/** A step is noticed this late, and not missed: the difference to the monotonic clock stays. */
const CHECK_MS = 10 * SECOND_MS

const countSteps = counter(
  'lyceum_clock_steps_total',
  'Steps of the wall clock by more than two seconds, by their direction',
  ['direction'],
)

/**
 * Compares the wall clock with the monotonic clock and reports steps. Limits, timers and deadlines use the monotonic
 * clock, but times in the database are from the wall clock, so an operator must know of a step.
 */
export class ClockStepWatcher {
  #offset = nowMs() - monotonicMs()
  #timer: Timer | undefined

  start(): void {
    this.#timer = setInterval(() => this.check(), CHECK_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Returns the step since the last check in milliseconds; 0 if there was none. */
  check(): number {
    const offset = nowMs() - monotonicMs()
    const stepMs = Math.round(offset - this.#offset)
    this.#offset = offset
    if (Math.abs(stepMs) <= MIN_STEP_MS) return 0
    countSteps.inc({ direction: stepMs > 0 ? 'forward' : 'back' })
    log.warn({ stepMs }, 'clock: the wall clock was stepped; check the time servers of this machine')
    return stepMs
  }
}
