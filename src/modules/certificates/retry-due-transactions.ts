import { reconcile } from '../../platform/jobs/reconciler.ts'
import type { Platform } from '../../platform/platform.ts'
import { enqueueNextTransaction } from './enqueue-next-transaction.ts'
import { listDueCertificates, lockDueCertificate } from './queries.ts'

export async function hasDueTransactions({ db }: Pick<Platform, 'db'>, now: Date): Promise<boolean> {
  return (await listDueCertificates(db, now, 1)).length > 0
}

/** Retries certificates that are due: failed transactions, and mints of users who had no wallet. Returns their number. */
export function retryDueTransactions(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  return reconcile({
    name: 'certificates.transaction',
    listDue: (limit) => listDueCertificates(db, now, limit),
    process: (id) =>
      write(async (tx) => {
        const certificate = await lockDueCertificate(tx, id, now)
        if (certificate) await enqueueNextTransaction(tx, certificate, now)
      }),
    // A certificate that fails again is scheduled after `now`, so the loop ends.
    readsAllBatches: true,
    signal,
  })
}
