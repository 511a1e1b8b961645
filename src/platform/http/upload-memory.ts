import { commonErrors } from '../errors.ts'

export interface UploadLimits {
  /** For all uploads in progress in this process; each is in memory, some of it more than once. */
  maxTotalBytes: number
  /** For one user. */
  maxBytesPerUser: number
}

const MEBIBYTE = 1024 * 1024

export const UPLOAD_LIMITS: UploadLimits = { maxTotalBytes: 144 * MEBIBYTE, maxBytesPerUser: 48 * MEBIBYTE }

/**
 * Limits the memory of uploads in progress. Further uploads are refused before a byte is read, so that slow
 * or large uploads cannot fill the memory of the process.
 */
export class UploadMemory {
  readonly #limits: UploadLimits
  readonly #bytesOf = new Map<string, number>()
  #bytes = 0

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /** Reserves memory for an upload until the returned function is called. */
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
