import type { Db } from '../../platform/db/database.ts'
import { deleteOldPinTokens } from './pin/queries.ts'

/** Deletes what nobody can use any more. */
export async function tidyWallet(db: Db, now: Date): Promise<void> {
  await deleteOldPinTokens(db, now)
}
