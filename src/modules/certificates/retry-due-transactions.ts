import { describeError } from '../../platform/describe-error.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import { listDueCertificates, lockDueCertificate } from './queries.ts'

const BATCH_SIZE = 100

/**
 * Tries again what is due: mints that failed, and those of users who had no wallet yet. One certificate's fault is not
 * another's, and is told when all of its page are done.
 */
export async function retryDueTransactions(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  let processed = 0
  const errors: unknown[] = []
  // What was tried without luck is due later than `now`, so the list empties.
  for (let ids = await listDueCertificates(db, now, BATCH_SIZE); ids.length > 0 && !signal?.aborted; ) {
    for (const id of ids) {
      await write(async (tx) => {
        const certificate = await lockDueCertificate(tx, id, now)
        if (certificate) await enqueueNextTransaction(tx, certificate, now)
      }).catch((error) => {
        log.error(
          { certificateId: id, fault: describeError(error) },
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
