/** Where the log of the primary ended at some moment, in bytes since the beginning of all. */
interface Sample {
  at: number
  position: bigint
}

const MAX_SAMPLES = 4_000

/**
 * How far a replica is behind, by our own clock: the primary is asked where its log ends, and a replica that has
 * replayed that far knows all that was committed before we asked. An idle primary makes nobody late, and a replica
 * that is cut off is, which its own timestamps would not tell.
 */
export class ReplicaLag {
  #samples: Sample[] = []
  #caughtUpAt = Number.NEGATIVE_INFINITY

  /** The primary was asked at `at`, and its log ended at `position`. */
  note(at: number, position: bigint): void {
    this.#samples.push({ at, position })
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift()
  }

  /** The replica has replayed up to `position`. */
  reached(position: bigint): void {
    const ahead = this.#samples.findIndex((sample) => sample.position > position)
    const passed = ahead === -1 ? this.#samples.length : ahead
    if (passed === 0) return
    this.#caughtUpAt = this.#samples[passed - 1]!.at
    this.#samples = this.#samples.slice(passed)
  }

  /** Milliseconds, never too few; infinite when it was never seen to have caught up. */
  at(instant: number): number {
    return instant - this.#caughtUpAt
  }
}
