import { nowMs } from '../../../platform/clock.ts'

/** Above so many who sleep, those who are due within so many milliseconds are woken by one timer, at the last of them. */
const MANY = 100
const TOGETHER_MS = 15

interface Alarm<Sleeper> {
  timer: Timer
  sleepers: Set<Sleeper>
}

/** Wakes each at its moment and never before. A few have a timer each; many share theirs, and so cost a fraction. */
export class Alarms<Sleeper> {
  readonly #wake: (sleeper: Sleeper) => void
  readonly #alarms = new Map<number, Alarm<Sleeper>>()
  #sleeping = 0

  constructor(wake: (sleeper: Sleeper) => void) {
    this.#wake = wake
  }

  /** Gives the moment at which it will ring, by which it can be cancelled. */
  set(sleeper: Sleeper, due: number): number {
    const at = this.#sleeping < MANY ? due : Math.ceil(due / TOGETHER_MS) * TOGETHER_MS
    this.#sleeping++
    const alarm = this.#alarms.get(at)
    if (alarm) alarm.sleepers.add(sleeper)
    else {
      const timer = setTimeout(() => this.#ring(at), Math.max(0, at - nowMs()))
      this.#alarms.set(at, { timer, sleepers: new Set([sleeper]) })
    }
    return at
  }

  cancel(sleeper: Sleeper, at: number): void {
    const alarm = this.#alarms.get(at)
    if (!alarm?.sleepers.delete(sleeper)) return
    this.#sleeping--
    if (alarm.sleepers.size > 0) return
    clearTimeout(alarm.timer)
    this.#alarms.delete(at)
  }

  #ring(at: number): void {
    const { sleepers } = this.#alarms.get(at)!
    this.#alarms.delete(at)
    this.#sleeping -= sleepers.size
    for (const sleeper of sleepers) this.#wake(sleeper)
  }
}
