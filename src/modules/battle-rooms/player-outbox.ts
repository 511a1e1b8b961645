import type { UserId } from '../../platform/ids.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import type { ClientAddress } from './room-command.ts'

/** Frames of one player, in order. `release` returns those whose inputs are committed. */
export class PlayerOutbox {
  userId: UserId | undefined
  /** Where the player is connected, when they are. */
  client: ClientAddress | undefined
  #queuedCount: number
  #releasedCount: number
  #queue: OutFrame[] = []

  /** Of a battle that goes on, all that is known to have been told is safe. */
  constructor(userId: UserId | undefined, queuedCount: number) {
    this.userId = userId
    this.client = undefined
    this.#queuedCount = queuedCount
    this.#releasedCount = queuedCount
  }

  /** So many frames there are for this player, */
  get queuedCount(): number {
    return this.#queuedCount
  }

  /** and so many of them are safe to be told. */
  get releasedCount(): number {
    return this.#releasedCount
  }

  /** Where nobody sits, they are only counted. */
  enqueue(frames: readonly OutFrame[]): void {
    this.#queuedCount += frames.length
    if (this.userId) this.#queue.push(...frames)
  }

  /** So many are safe by now: gives those that were not before. */
  release(safe: number): OutFrame[] {
    const frames = this.#queue.splice(0, safe - this.#releasedCount)
    this.#releasedCount = Math.max(this.#releasedCount, safe)
    return frames
  }
}
