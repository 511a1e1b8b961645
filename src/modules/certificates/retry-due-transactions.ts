import { describeError } from '../../platform/describe-error.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import { listDueCertificates, lockDueCertificate } from './queries.ts'

const BATCH_SIZE = 100

/**
 * Retries certificates that are due: failed transactions, and mints of users who had no wallet. An error of one
 * certificate does not stop the others; the first error is thrown after its batch. Returns the number of certificates.
 */
export async function retryDueTransactions(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  let processed = 0
  const errors: unknown[] = []
  // A certificate that fails again is scheduled after `now`, so the loop ends.
  for (let ids = await listDueCertificates(db, now, BATCH_SIZE); ids.length > 0 && !signal?.aborted; ) {
    for (const id of ids) {
      await write(async (tx) => {
        const certificate = await lockDueCertificate(tx, id, now)
        if (certificate) await enqueueNextTransaction(tx, certificate, now)
      }).catch((error) => {
        log.error(
          { certificateId: id, error: describeError(error) },
          'certificates: enqueueing a transaction failed',
        )
        errors.push(error)
      })
      processed++
    }
    if (errors.length > 0) throw errors[0]
    ids = ids.length < BATCH_SIZE ? [] : await listDueCertificates(db, now, BATCH_SIZE)
  }
  return processed
}
