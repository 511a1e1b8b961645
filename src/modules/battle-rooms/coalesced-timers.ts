import { monotonicMs } from '../../platform/clock.ts'

/** With more pending targets than this, those due within `COALESCE_MS` share one timer, set to the latest of them. */
const COALESCE_ABOVE = 100
const COALESCE_MS = 15

interface TimerGroup<Target> {
  timer: Timer
  targets: Set<Target>
}

/**
 * Fires each target at its time, never earlier. A few targets have a timer each; many share timers, which costs less.
 */
export class CoalescedTimers<Target> {
  readonly #onFire: (target: Target) => void
  readonly #groups = new Map<number, TimerGroup<Target>>()
  #pendingCount = 0

  constructor(onFire: (target: Target) => void) {
    this.#onFire = onFire
  }

  /** `due` is a time of the monotonic clock. Returns the time at which the target fires; `cancel` needs it. */
  schedule(target: Target, due: number): number {
    const at = this.#pendingCount < COALESCE_ABOVE ? due : Math.ceil(due / COALESCE_MS) * COALESCE_MS
    this.#pendingCount++
    const group = this.#groups.get(at)
    if (group) group.targets.add(target)
    else {
      const timer = setTimeout(() => this.#fire(at), Math.max(0, Math.ceil(at - monotonicMs())))
      this.#groups.set(at, { timer, targets: new Set([target]) })
    }
    return at
  }

  cancel(target: Target, at: number): void {
    const group = this.#groups.get(at)
    if (!group?.targets.delete(target)) return
    this.#pendingCount--
    if (group.targets.size > 0) return
    clearTimeout(group.timer)
    this.#groups.delete(at)
  }

  #fire(at: number): void {
    const { targets } = this.#groups.get(at)!
    this.#groups.delete(at)
    this.#pendingCount -= targets.size
    for (const target of targets) this.#onFire(target)
  }
}
