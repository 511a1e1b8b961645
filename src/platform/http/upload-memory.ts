import { commonErrors } from '../errors.ts'

export interface UploadLimits {
  /** Of all uploads that are under way in this process; each is in memory, some of it more than once. */
  maxTotalBytes: number
  /** Of one user. */
  maxBytesPerUser: number
}

const MEBIBYTE = 1024 * 1024

export const UPLOAD_LIMITS: UploadLimits = { maxTotalBytes: 144 * MEBIBYTE, maxBytesPerUser: 48 * MEBIBYTE }

/**
 * How much of uploads may be in memory at once. Whoever comes on top of that is told to come back before a byte is read:
 * a few who send slowly, or many who send much, would otherwise fill the memory of a process that has other things to do.
 */
export class UploadMemory {
  readonly #limits: UploadLimits
  readonly #bytesOf = new Map<string, number>()
  #bytes = 0

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /** Takes room for an upload until the function that comes back is called. */
  reserve(ownerKey: string, bytes: number): () => void {
    const ownBytes = (this.#bytesOf.get(ownerKey) ?? 0) + bytes
    if (ownBytes > this.#limits.maxBytesPerUser)
      throw commonErrors.rate_limited({
        message: 'Your other uploads are still under way. Wait until one of them has ended.',
        retryAfterSeconds: 2,
      })
    if (this.#bytes + bytes > this.#limits.maxTotalBytes)
      throw commonErrors.overloaded({ retryAfterSeconds: 2 })
    this.#bytesOf.set(ownerKey, ownBytes)
    this.#bytes += bytes
    return () => {
      this.#bytes -= bytes
      const left = this.#bytesOf.get(ownerKey)! - bytes
      if (left > 0) this.#bytesOf.set(ownerKey, left)
      else this.#bytesOf.delete(ownerKey)
    }
  }
}
