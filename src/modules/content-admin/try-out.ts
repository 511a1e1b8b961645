import type { Tx } from '../../platform/transaction/tx.ts'

/** Runs a publication only to see whether it is refused, and takes it back. It must not emit anything. */
export async function tryOut(tx: Tx, publication: () => Promise<unknown>): Promise<void> {
  await tx`savepoint before_trial`
  await publication()
  await tx`rollback to savepoint before_trial`
}
