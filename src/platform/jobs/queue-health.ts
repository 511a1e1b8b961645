import { Deadlines } from '../concurrency/deadlines.ts'

/** A persistent error repeats within this time: the slowest round of the queue is that of the schedule. */
const REJECTION_MEMORY_MS = 15_000
const PROBE_PAUSE_MS = 250
const PROBE_LIMIT_MS = 2_000

const deadlines = new Deadlines()

/**
 * Whether the queue works, from the errors that it reports. A lost connection says nothing about the next moment, so a
 * probe decides, and repeats until the database answers again. An error of a statement repeats only with the next round
 * of the queue, so it counts for some time.
 */
export class QueueHealth {
  readonly #probe: () => Promise<unknown>
  readonly #onBack: () => void
  #rejectedAt = Number.NEGATIVE_INFINITY
  #isAway = false
  #isProbing = false
  /** An error was reported after the current probe began. */
  #isDoubtful = false
  #isStopped = false

  constructor(probe: () => Promise<unknown>, onBack: () => void = () => {}) {
    this.#probe = probe
    this.#onBack = onBack
  }

  get isHealthy(): boolean {
    return !this.#isAway && performance.now() - this.#rejectedAt > REJECTION_MEMORY_MS
  }

  observe(error: unknown): void {
    if (isRejection(error)) this.#rejectedAt = performance.now()
    else {
      this.#isDoubtful = true
      if (!this.#isProbing) void this.#probeUntilBack()
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  async #probeUntilBack(): Promise<void> {
    this.#isProbing = true
    while (!this.#isStopped) {
      this.#isDoubtful = false
      const probing = this.#probe().then(
        () => true,
        () => false,
      )
      // A probe that waits for a silent server goes on, so that probes do not take all connections of the queue.
      const inTime = await deadlines
        .watch(probing, PROBE_LIMIT_MS, () => new Error('no answer'))
        .catch(() => undefined)
      if (!inTime) this.#isAway = true
      const isBack = inTime ?? (await probing)
      if (isBack && !this.#isDoubtful) break
      await Bun.sleep(PROBE_PAUSE_MS)
    }
    this.#isAway = false
    this.#isProbing = false
    this.#onBack()
  }
}

/** The server answered with an error of the statement; not with one of the connection, of a stop or of resources. */
function isRejection(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08|53)/.test(code)
}
