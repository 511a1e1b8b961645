import type { Db } from '../../../platform/db/database.ts'
import { findTransferId } from '../queries.ts'

/** Whether the books have a transfer of this source. */
export async function isPosted(db: Db, source: string): Promise<boolean> {
  return (await findTransferId(db, source)) !== undefined
}
