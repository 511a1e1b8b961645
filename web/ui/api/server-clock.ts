/**
 * Estimates the time of the server from the timestamps of frames. A frame that travels longer gives a smaller
 * difference, so the largest difference is the best estimate.
 */
export class ServerClock {
  #offsetMs: number | undefined

  /** `sentAt` is the timestamp of a frame, `receivedMs` the time of this device on its arrival. */
  observe(sentAt: string, receivedMs = Date.now()): void {
    const offsetMs = Date.parse(sentAt) - receivedMs
    if (this.#offsetMs === undefined || offsetMs > this.#offsetMs) this.#offsetMs = offsetMs
  }

  /** Milliseconds since 1970 on the server; the time of this device before the first frame. */
  now(deviceMs = Date.now()): number {
    return deviceMs + (this.#offsetMs ?? 0)
  }
}
