import type { UserId } from '../../platform/ids.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import type { ClientAddress } from './room-command.ts'

/** Frames of one player, in order. `release` returns those whose inputs are committed. */
export class PlayerOutbox {
  userId: UserId | undefined
  /** The connection of the player; undefined while disconnected. */
  client: ClientAddress | undefined
  #queuedCount: number
  #releasedCount: number
  #queue: OutFrame[] = []

  /** The `queuedCount` frames of a replayed battle are committed. */
  constructor(userId: UserId | undefined, queuedCount: number) {
    this.userId = userId
    this.client = undefined
    this.#queuedCount = queuedCount
    this.#releasedCount = queuedCount
  }

  /** The number of frames for this player so far. */
  get queuedCount(): number {
    return this.#queuedCount
  }

  /** The number of frames whose inputs are committed. */
  get releasedCount(): number {
    return this.#releasedCount
  }

  /** For an empty seat, frames are only counted. */
  enqueue(frames: readonly OutFrame[]): void {
    this.#queuedCount += frames.length
    if (this.userId) this.#queue.push(...frames)
  }

  /** Marks the first `safe` frames as committed and returns those that were not committed before. */
  release(safe: number): OutFrame[] {
    const frames = this.#queue.splice(0, safe - this.#releasedCount)
    this.#releasedCount = Math.max(this.#releasedCount, safe)
    return frames
  }
}
