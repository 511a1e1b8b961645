import { refusals } from '../errors.ts'

export interface UploadLimits {
  /** Of all uploads that are under way in this process; each is in memory, some of it more than once. */
  bytesAtOnce: number
  /** Of one user. */
  bytesEach: number
}

const MEBIBYTE = 1024 * 1024

export const UPLOAD_LIMITS: UploadLimits = { bytesAtOnce: 144 * MEBIBYTE, bytesEach: 48 * MEBIBYTE }

/**
 * How much of uploads may be in memory at once. Whoever comes on top of that is told to come back before a byte is read:
 * a few who send slowly, or many who send much, would otherwise fill the memory of a process that has other things to do.
 */
export class UploadRoom {
  readonly #limits: UploadLimits
  readonly #bytesOf = new Map<string, number>()
  #bytes = 0

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /** Takes room for an upload until the function that comes back is called. */
  enter(who: string, bytes: number): () => void {
    const own = (this.#bytesOf.get(who) ?? 0) + bytes
    if (own > this.#limits.bytesEach)
      throw refusals.rate_limited({
        message: 'Your other uploads are still under way. Wait until one of them has ended.',
        retryAfterSeconds: 2,
      })
    if (this.#bytes + bytes > this.#limits.bytesAtOnce) throw refusals.overloaded({ retryAfterSeconds: 2 })
    this.#bytesOf.set(who, own)
    this.#bytes += bytes
    return () => {
      this.#bytes -= bytes
      const left = this.#bytesOf.get(who)! - bytes
      if (left > 0) this.#bytesOf.set(who, left)
      else this.#bytesOf.delete(who)
    }
  }
}
