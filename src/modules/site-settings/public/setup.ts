import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/** The salt of the setup token while the setup is open; undefined once it is closed. */
export async function findOpenSetup(db: Db): Promise<{ salt: Buffer } | undefined> {
  const [setup] = await db<{ salt: Buffer }>`select salt from site_setup where closed_at is null`
  return setup
}

/**
 * Closes the setup for good, in the transaction that creates an administrator. Returns whether this transaction closed
 * it: a concurrent one waits for the row, and then finds it closed.
 */
export async function closeSetup(tx: Tx, now: Date): Promise<boolean> {
  const rows = await tx`
    update site_setup set closed_at = ${now} where closed_at is null returning only_row`
  return rows.length > 0
}
