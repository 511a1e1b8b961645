import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { isKnownCategory } from '../queries.ts'

/** Refuses a category that does not exist. A patch without a category is accepted. */
export async function requireCategory(tx: Tx, category: string | undefined): Promise<void> {
  if (category !== undefined && !(await isKnownCategory(tx, category))) throw errors.category_not_found()
}
