import type { UserId } from '../../../platform/ids.ts'
import type { OutFrame } from '../../../platform/sockets/connection.ts'
import type { ClientAddress } from './client.ts'

/** A player's place in a room: where they are connected, and the frames that wait until it is safe to tell them. */
export class Place {
  userId: UserId | undefined
  /** Where the player is connected, when they are. */
  client: ClientAddress | undefined
  #told: number
  #released: number
  #waiting: OutFrame[] = []

  /** Of a battle that goes on, all that is known to have been told is safe. */
  constructor(userId: UserId | undefined, told: number) {
    this.userId = userId
    this.client = undefined
    this.#told = told
    this.#released = told
  }

  /** So many frames there are for this player, */
  get told(): number {
    return this.#told
  }

  /** and so many of them are safe to be told. */
  get released(): number {
    return this.#released
  }

  /** Where nobody sits, they are only counted. */
  hold(frames: readonly OutFrame[]): void {
    this.#told += frames.length
    if (this.userId) this.#waiting.push(...frames)
  }

  /** So many are safe by now: gives those that were not before. */
  release(safe: number): OutFrame[] {
    const frames = this.#waiting.splice(0, safe - this.#released)
    this.#released = Math.max(this.#released, safe)
    return frames
  }
}
