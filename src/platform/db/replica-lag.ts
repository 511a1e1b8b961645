/** A position in the primary's log at a time, in bytes. */
interface Sample {
  at: number
  position: bigint
}

const MAX_SAMPLES = 4_000

/**
 * Measures the lag of a replica by the local clock: a replica that has replayed up to a log position of the
 * primary knows all commits from before that position was read. An idle primary causes no lag, and a
 * disconnected replica does, which its own timestamps would not show.
 */
export class ReplicaLag {
  #samples: Sample[] = []
  #caughtUpAt = Number.NEGATIVE_INFINITY

  /** Records that the primary's log ended at `position` at time `at`. */
  note(at: number, position: bigint): void {
    this.#samples.push({ at, position })
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift()
  }

  /** Records that the replica has replayed up to `position`. */
  reached(position: bigint): void {
    const ahead = this.#samples.findIndex((sample) => sample.position > position)
    const passed = ahead === -1 ? this.#samples.length : ahead
    if (passed === 0) return
    this.#caughtUpAt = this.#samples[passed - 1]!.at
    this.#samples = this.#samples.slice(passed)
  }

  /** Returns the lag in milliseconds, never too low; infinite if the replica has reached no sample yet. */
  at(instant: number): number {
    return instant - this.#caughtUpAt
  }
}
