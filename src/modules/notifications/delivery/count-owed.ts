import type { Db } from '../../../platform/db/database.ts'
import { getOwedCount } from './queries.ts'

/** For the operators: how much is not sent yet. */
export function countOwed(db: Db): Promise<number> {
  return getOwedCount(db)
}
